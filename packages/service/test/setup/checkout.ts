import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { NODE_PACKAGE } from '../../../../scripts/installed.mjs';
import { DOCUMENTS } from '../../src/api/documents.ts';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const NODE_VERSION = process.versions.node;
/** The folder of the project's own Node. */
export const NODE_FOLDER = `runtime/node_modules/${NODE_PACKAGE}`;

/** The packages of the lock file of Node. */
const RUNTIME_PACKAGES = {
  [`node_modules/${NODE_PACKAGE}`]: {
    version: NODE_VERSION,
    integrity: 'sha512-node',
    optional: true,
    os: process.platform,
    cpu: process.arch,
  },
};

/** The packages of a lock file, small enough to be written by hand. */
export const PACKAGES = {
  'node_modules/flat': { version: '1.0.0', integrity: 'sha512-flat' },
  'node_modules/@scope/deep': { version: '2.0.0', integrity: 'sha512-deep' },
  'node_modules/tool': { version: '3.0.0', integrity: 'sha512-tool', dev: true },
  'node_modules/here': {
    version: '1.0.0',
    integrity: 'sha512-here',
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
  },
  'node_modules/elsewhere': { version: '1.0.0', integrity: 'sha512-else', optional: true, os: ['plan9'] },
};

/** The program that the command starts. */
export const ENTRY = 'packages/service/src/cli/entry.ts';

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A copy of the scripts with a lock file, the compiler and bundler, and an `npm` that only writes down its calls. */
export interface Checkout extends AsyncDisposable {
  readonly root: string;
  /** What the scripts get besides the environment of this process. */
  readonly environment: Record<string, string>;
  /** Creates both `node_modules` as npm would, without the packages named. */
  install(options?: { readonly without?: readonly string[] }): Promise<void>;
  /** What `npm` does when it is called, as a shell command; by default it fails. */
  npmDoes(shell: string): Promise<void>;
  /** Arguments of the calls of npm so far, after `runtime:` if it was called there. */
  npmCalls(): Promise<readonly string[]>;
  start(script: string, ...args: readonly string[]): ChildProcess;
  run(script: string, ...args: readonly string[]): Promise<Ended>;
}

export async function openCheckout(): Promise<Checkout> {
  const root = await mkdtemp(join(tmpdir(), 'abs-setup-'));
  const bin = join(root, 'bin');
  await cp(join(PROJECT, 'scripts'), join(root, 'scripts'), { recursive: true });
  for (const folder of [
    ...['service/src/cli', 'core/src', 'columnar/src', 'media/src', 'demo', 'client/src', 'components/src/page'],
  ])
    await mkdir(join(root, 'packages', folder), { recursive: true });
  for (const each of ['packages/service', 'packages/demo', 'packages/components'])
    await cp(join(PROJECT, each, 'tsconfig.json'), join(root, each, 'tsconfig.json'));
  // It needs packages that this checkout lacks, and pages.
  await writeFile(join(root, 'scripts/site/make-site.ts'), '');
  await mkdir(join(root, 'docs'));
  for (const name of DOCUMENTS) await writeFile(join(root, 'docs', name), '{}\n');
  await mkdir(join(root, 'packages/components/src/theme'));
  for (const path of ['theme/tokens.css', 'page/icon.svg', 'page/page.css'])
    await writeFile(join(root, 'packages/components/src', path), '');
  await writeFile(join(root, 'packages/demo/make.ts'), 'export {};\n');
  for (const entry of ['abs-element.ts', 'page/start.ts', 'page/page.ts'])
    await writeFile(join(root, 'packages/components/src', entry), 'export {};\n');
  const settings = await readFile(join(PROJECT, 'tsconfig.json'), 'utf8');
  await writeFile(join(root, 'tsconfig.json'), settings.replace('"types": ["node"]', '"types": []'));
  await mkdir(bin);
  const { engines } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'));
  await writeFile(join(root, 'package.json'), JSON.stringify({ name: 'checkout', type: 'module', engines }));
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...PACKAGES } }));
  await mkdir(join(root, 'runtime'));
  await writeFile(join(root, 'runtime/package-lock.json'), JSON.stringify({ packages: RUNTIME_PACKAGES }));

  const checkout: Checkout = {
    root,
    environment: {},
    async install({ without = [] } = {}) {
      const present = Object.entries(PACKAGES).filter(
        ([path]) => path !== 'node_modules/elsewhere' && !without.some((name) => path.endsWith(name)),
      );
      for (const folder of [root, join(root, 'runtime')])
        await rm(join(folder, 'node_modules'), { recursive: true, force: true });
      for (const [path] of present) await mkdir(join(root, path), { recursive: true });
      await mkdir(join(root, 'node_modules/.bin'), { recursive: true });
      await mkdir(join(root, NODE_FOLDER, 'bin'), { recursive: true });
      await symlink(process.execPath, join(root, NODE_FOLDER, 'bin/node'));
      await symlink(`../../${NODE_FOLDER}/bin/node`, join(root, 'node_modules/.bin/node'));
      for (const tool of ['typescript', 'esbuild', 'lit'])
        await symlink(join(PROJECT, 'node_modules', tool), join(root, 'node_modules', tool));
      const record = JSON.stringify({ packages: Object.fromEntries(present) });
      await writeFile(join(root, 'node_modules/.package-lock.json'), record);
      await writeFile(
        join(root, 'runtime/node_modules/.package-lock.json'),
        JSON.stringify({ packages: RUNTIME_PACKAGES }),
      );
    },
    async npmDoes(shell) {
      const told = '[ "$(basename $PWD)" = runtime ] && echo "runtime: $*" || echo "$@"';
      await writeFile(join(bin, 'npm'), `#!/bin/sh\n(${told}) >> ${root}/npm-calls\n${shell}\n`);
      await chmod(join(bin, 'npm'), 0o755);
    },
    async npmCalls() {
      const calls = await readFile(join(root, 'npm-calls'), 'utf8').catch(() => '');
      return calls.split('\n').filter((line) => line !== '');
    },
    start: (script, ...args) =>
      spawn(process.execPath, [join(root, 'scripts', script), ...args], {
        cwd: root,
        env: { ...process.env, PATH: `${bin}:${process.env['PATH']}`, ...checkout.environment },
      }),
    async run(script, ...args) {
      return await ending(checkout.start(script, ...args));
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
  await checkout.npmDoes('exit 1');
  return checkout;
}

/** A checkout with everything installed, whose service is this program. */
export async function installedCheckout(program: string): Promise<Checkout> {
  const checkout = await openCheckout();
  await checkout.install();
  await writeFile(join(checkout.root, ENTRY), program);
  return checkout;
}

/** Waits for a process to end and returns its status and output. */
export async function ending(child: ChildProcess): Promise<Ended> {
  const texts = [child.stdout, child.stderr].map(async (stream) => (stream ? await text(stream) : ''));
  const [status] = await once(child, 'close');
  const [stdout = '', stderr = ''] = await Promise.all(texts);
  return { status, stdout, stderr };
}
