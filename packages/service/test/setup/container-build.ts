/** Executes the steps of a Containerfile in folders, with chroot instead of an engine for images. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, matchesGlob } from 'node:path';
import { findProgram } from '../../../core/src/platform/find-program.ts';

interface Step {
  readonly name: string;
  readonly text: string;
}

/** One image: its files and what the steps say of the programs in it. */
export interface BuiltImage {
  readonly root: string;
  readonly environment: Record<string, string>;
  directory: string;
  user: string;
  command: readonly string[];
  healthCheck: readonly string[];
}

/** Why images can't be built here; false if they can. */
export function whyNoImage(): string | false {
  const missing = ['debootstrap', 'unshare', 'chroot', 'tar'].filter((name) => findProgram(name) === undefined);
  if (missing.length > 0) return `skipped: ${missing.join(', ')} not here`;
  if (process.getuid?.() !== 0) return 'skipped: only root can make a root file system';
  return spawnSync('unshare', ['--mount', 'true']).status !== 0 && 'skipped: no mount namespaces here';
}

/** The authorities that this machine trusts, for machines whose way to the network has one of its own. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const TRUST = { NODE_EXTRA_CA_CERTS: '/machine-ca.crt', NPM_CONFIG_CAFILE: '/machine-ca.crt' };
const ENTER = 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$@"';

/** Starts a program in an image as its user. Signals reach the program. */
export function spawnIn(image: BuiltImage, command: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const [program, args] = commandLine(image, command, { ...TRUST, ...more });
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

function commandLine(
  { root, environment, user, directory }: BuiltImage,
  command: readonly string[],
  more: Readonly<Record<string, string>>,
): [string, string[]] {
  const all = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...environment, ...more };
  const values = Object.entries(all).map(([name, value]) => `${name}=${value}`);
  const within = ['/usr/bin/env', '-i', `--chdir=${directory}`, ...values, ...command];
  return [
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', ENTER, root, `--userspec=${user}`, root, ...within],
  ];
}

/** Makes the last image of a file; `context` is the folder that COPY reads. Throws with the output of a step that fails. */
export function buildImage(file: string, context: string): BuiltImage & Disposable {
  using stack = new DisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'abs-image-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const base = join(folder, 'base');
  const steps = stepsOf(readFileSync(file, 'utf8'));
  const [, suite = ''] = /\/debian:(\w+)-slim/.exec(steps[0]?.text ?? '') ?? [];
  execFileSync('debootstrap', ['--variant=minbase', suite, base], { stdio: ['ignore', 'ignore', 'inherit'] });
  // Images of Debian are set up like that: nothing here has to survive a power failure, or is read by people.
  const unread = ['doc', 'man', 'locale', 'info'].map((name) => `usr/share/${name}`);
  for (const path of [...unread, 'var/cache/apt', 'var/lib/apt/lists']) rmSync(join(base, path), { recursive: true });
  const excludes = unread.map((path) => `path-exclude /${path}/*\n`).join('');
  writeFileSync(join(base, 'etc/dpkg/dpkg.cfg.d/docker'), `force-unsafe-io\n${excludes}`);
  writeFileSync(
    join(base, 'etc/apt/apt.conf.d/docker-clean'),
    'Dir::Cache::pkgcache ""; Dir::Cache::srcpkgcache ""; APT::Keep-Downloaded-Packages "false";\n',
  );
  cpSync('/etc/resolv.conf', join(base, 'etc/resolv.conf'), { dereference: true });
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(base, 'machine-ca.crt'), { dereference: true });
  const images = new Map<string, BuiltImage>();
  let image: BuiltImage | undefined;
  for (const { name, text } of steps) {
    if (name === 'FROM') {
      image = startImage(join(folder, `image-${images.size}`), base);
      images.set(/ AS (\S+)$/i.exec(text)?.[1] ?? 'last', image);
    } else if (image) run(image, { name, text }, { context, images });
    else throw new Error(`${name} before FROM`);
  }
  if (!image) throw new Error(`${file} has no FROM`);
  const owned = stack.move();
  return Object.assign(image, { [Symbol.dispose]: () => owned[Symbol.dispose]() });
}

function startImage(root: string, base: string): BuiltImage {
  execFileSync('cp', ['-a', '--reflink=auto', base, root]);
  return { root, environment: {}, directory: '/', user: 'root', command: [], healthCheck: [] };
}

/** The steps in their order, with continued lines joined. */
export function stepsOf(text: string): readonly Step[] {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  return lines.flatMap((line) => {
    const [, name, rest] = /^([A-Z]+)\s+(.+)$/.exec(line.trim()) ?? [];
    return name === undefined || rest === undefined ? [] : [{ name, text: rest }];
  });
}

function run(
  image: BuiltImage,
  { name, text }: Step,
  { context, images }: { readonly context: string; readonly images: ReadonlyMap<string, BuiltImage> },
): void {
  const inside = (path: string) => (path.startsWith('/') ? path : join(image.directory, path));
  switch (name) {
    case 'RUN': {
      const [program, args] = commandLine(image, ['/bin/sh', '-c', text], { ...TRUST, HOME: '/root' });
      execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
      break;
    }
    case 'COPY': {
      const [, stage, list = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(text) ?? [];
      const paths = list.split(' ');
      const target = join(image.root, inside(paths.at(-1) ?? ''));
      mkdirSync(target, { recursive: true });
      const from = stage === undefined ? undefined : images.get(stage);
      for (const path of paths.slice(0, -1)) {
        if (from) execFileSync('cp', ['-a', `${from.root}${path}/.`, target]);
        else
          copyTracked(
            context,
            path,
            statSync(join(context, path)).isDirectory() ? target : join(target, basename(path)),
          );
      }
      break;
    }
    case 'WORKDIR':
      image.directory = text;
      mkdirSync(join(image.root, text), { recursive: true });
      break;
    case 'ARG':
    case 'ENV':
      for (const [, key = '', quoted, plain] of text.matchAll(/(\w+)=(?:"([^"]*)"|(\S*))/g))
        image.environment[key] = quoted ?? plain ?? '';
      break;
    case 'USER':
      image.user = text;
      break;
    case 'ENTRYPOINT':
    case 'CMD':
      image.command = [...image.command, ...(JSON.parse(text) as string[])];
      break;
    case 'HEALTHCHECK':
      image.healthCheck = JSON.parse(text.slice(text.indexOf('CMD ') + 4)) as string[];
      break;
    case 'EXPOSE':
    case 'STOPSIGNAL':
    case 'VOLUME':
      break;
    default:
      throw new Error(`the test does not know ${name}`);
  }
}

/** Copies what .dockerignore leaves of a checkout: the files that git has, or would take. */
function copyTracked(context: string, path: string, target: string): void {
  const ignored = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[^#]/.test(line));
  const isIgnored = (name: string) => ignored.some((pattern) => matchesGlob(name, `${pattern}/**`));
  const list = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', path], { cwd: context });
  const names = list.toString().split('\0');
  if (path === '.') cpSync(join(context, '.git'), join(target, '.git'), { recursive: true });
  for (const name of names.filter((entry) => entry !== '' && !isIgnored(entry))) {
    const rest = path === '.' ? name : name === path ? '' : name.slice(path.length + 1);
    cpSync(join(context, name), join(target, rest));
  }
}
