// Compiles the packages of this project. Runs on the Node of the machine; needs only `esbuild`, and for users `typescript`.
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFrameworks } from './frameworks.mjs';
import { nodeOf } from './installed.mjs';
import { withLock } from './lock.mjs';
import { STOPPING, setUp } from './setup.mjs';
import { stampedVersion } from './stamp.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The packages, each after those whose declarations or files it needs, and the folders below `packages/` with its sources. */
const SOURCES = {
  client: ['client/src'],
  components: ['components/src'],
  demo: ['demo'],
  // Its build contains the packages that it alone needs.
  service: ['service/src', 'core/src', 'columnar/src', 'media/src'],
};
const NEEDED = { client: [], components: ['client'], demo: [], service: ['client', 'components'] };

/** Files outside a package that its build includes, in its folder `documents`. */
const COPIES = {
  service: [
    ...['openapi.json', 'openapi-3.2.json', 'settings.schema.json', 'bundle.schema.json', 'messages.en.json'].map(
      (name) => `docs/${name}`,
    ),
    'packages/components/src/theme/tokens.css',
  ],
};

/** The file of the service's build with its version. */
const STAMP = 'version.txt';

/** The folder of the program that makes HTML of docs/. */
const SITE = join('scripts', 'site');

/**
 * Compiles packages, by default all of them, each into its folder `dist`. Skips those whose `dist` is the build of the
 * present sources. With `isForUsers`, compiles them in any case, checks types and writes declarations, which takes
 * several times as long; starting the service doesn't need that. Resolves to an exit status.
 */
export async function build({ root = ROOT, names = Object.keys(SOURCES), isForUsers = false } = {}) {
  const wanted = isForUsers
    ? Object.keys(SOURCES).filter((name) => names.some((each) => each === name || NEEDED[each].includes(name)))
    : names;
  const dueNow = () => wanted.filter((name) => isForUsers || builtFrom(root, name) !== fingerprint(root, name));
  if (dueNow().length === 0) {
    if (wanted.includes('service')) stamp(root);
    return 0;
  }
  const compileAll = async () => {
    // Another process may have built them while this one waited.
    if (!isForUsers) return Math.max(0, ...(await Promise.all(dueNow().map((name) => compile(root, name, false)))));
    for (const name of wanted) {
      const status = await compile(root, name, true);
      if (status !== 0) return status;
    }
    return 0;
  };
  return await withLock(join(root, '.build.lock'), compileAll, (pid) =>
    console.error(`Waiting for another build to end (process ${pid}) ...`),
  );
}

/** Tells the present build its version, because a commit need not change what it is made of. */
function stamp(root) {
  const version = stampedVersion(root);
  const file = join(root, 'packages/service/dist', STAMP);
  if (version === undefined || unlessMissing(() => readFileSync(file, 'utf8')) === version) return;
  try {
    writeFileSync(file, version);
  } catch (error) {
    // Whoever may not write there runs what somebody else has built.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

/**
 * Compiles into another folder first, so that a failed or stopped build leaves the old one. A service that is running
 * meanwhile has the modules it has loaded; those it loads later are the new ones.
 */
async function compile(root, name, isForUsers) {
  const folder = join(root, 'packages', name);
  const before = fingerprint(root, name);
  const dist = join(folder, 'dist');
  const made = `${dist}.tmp.${process.pid}`;
  const old = `${dist}.old.${process.pid}`;
  removeLeftBehind(folder);
  const statuses = await Promise.all([
    translate(root, name, made, isForUsers),
    // The service shows the documentation at /docs.
    ...(name === 'service' ? [run(root, [join(root, SITE, 'make-site.ts'), join(made, 'docs')])] : []),
  ]);
  const status = Math.max(...statuses);
  if (status !== 0) {
    rmSync(made, { recursive: true, force: true });
    const isStopped = status > 128;
    console.error(`Building packages/${name} ${isStopped ? 'was stopped.' : 'failed; what it said is above.'}`);
    return status;
  }
  // The other files of the demo are read where they are, and those of the elements are bundled.
  for (const file of sourcesOf(root, name).filter(
    (path) => !['components', 'demo'].includes(name) && !/\.(?:ts|md)$/.test(path),
  )) {
    cpSync(file, join(made, relative(baseOf(root, name), file)));
  }
  for (const path of COPIES[name] ?? []) cpSync(join(root, path), join(made, 'documents', basename(path)));
  writeFileSync(join(made, '.built-from'), before);
  const version = name === 'service' ? stampedVersion(root) : undefined;
  if (version !== undefined) writeFileSync(join(made, STAMP), version);
  if (isForUsers) cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  if (!addMissing(made, dist)) {
    // Deleting takes longer than renaming, and without `dist` nothing starts.
    unlessMissing(() => renameSync(dist, old));
    renameSync(made, dist);
  }
  for (const folder of [made, old]) rmSync(folder, { recursive: true, force: true });
  return 0;
}

/**
 * Moves what `dist` lacks from a build of the same sources, such as declarations, so that services which are running or starting
 * find their files at any time. Returns false, and moves nothing, if the build lacks a file of `dist` or has another one.
 */
function addMissing(made, dist) {
  const sourcesOf = (folder) => unlessMissing(() => readFileSync(join(folder, '.built-from'), 'utf8'));
  if (sourcesOf(dist) !== sourcesOf(made)) return false;
  const pathsIn = (folder) => unlessMissing(() => filesBelow(folder).map((path) => relative(folder, path))) ?? [];
  const present = new Set(pathsIn(dist));
  const isSame = (path) => unlessMissing(() => readFileSync(join(made, path)))?.equals(readFileSync(join(dist, path)));
  if (present.size === 0 || ![...present].every(isSame)) return false;
  for (const path of pathsIn(made).filter((each) => !present.has(each))) {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    renameSync(join(made, path), join(dist, path));
  }
  return true;
}

/**
 * Makes JavaScript of the sources, and for users also checks types and writes declarations. The elements are bundled for browsers,
 * which is all that the service itself needs of them.
 */
async function translate(root, name, made, isForUsers) {
  const folder = join(root, 'packages', name);
  const scripts = name === 'components' && !isForUsers ? [] : [withoutTypes(root, name, made)];
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder, '--outDir', made, '--emitDeclarationOnly'];
  const bundler = [join(root, 'scripts/bundle.mjs'), root, join(made, 'elements'), ...(isForUsers ? [made] : [])];
  const status = Math.max(
    ...(await Promise.all([
      ...scripts,
      ...(isForUsers ? [run(root, tsc)] : []),
      ...(name === 'components' ? [run(root, bundler)] : []),
    ])),
  );
  if (isForUsers && name === 'components' && status === 0) {
    containClient(root, made);
    writeFrameworks(root, made);
  }
  // The package of the service brings the elements along.
  if (isForUsers && name === 'service' && status === 0) {
    cpSync(join(root, 'packages/components/dist/elements'), join(made, 'elements'), { recursive: true });
  }
  return status;
}

/** Makes the client part of the elements, so that their package can be installed alone. */
function containClient(root, made) {
  const folder = join(made, 'client');
  const modules = filesBelow(made).filter((path) => /\.(?:js|d\.ts)$/.test(path));
  cpSync(join(root, 'packages/client/dist'), folder, {
    recursive: true,
    filter: (path) => basename(path) !== '.built-from',
  });
  for (const file of modules) {
    const text = readFileSync(file, 'utf8');
    const index = relative(dirname(file), join(folder, 'index.js'))
      .split(sep)
      .join('/')
      .replace(/^(?!\.)/, './');
    const changed = text.replaceAll(/(["'])@asset-browsing-service\/client\1/g, `$1${index}$1`);
    if (changed !== text) writeFileSync(file, changed);
  }
}

/** Makes a module of each source. Resolves to an exit status. */
async function withoutTypes(root, name, outdir) {
  // What it needs is there only once the packages are installed.
  const { compile } = await import('./compile.mjs');
  const folder = join(root, 'packages', name);
  const { devDependencies = {} } =
    unlessMissing(() => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))) ?? {};
  return await compile({
    sources: sourcesOf(root, name).filter((path) => path.endsWith('.ts')),
    base: baseOf(root, name),
    outdir,
    tsconfig: join(folder, 'tsconfig.json'),
    contained: name === 'service' ? Object.keys(devDependencies) : [],
  });
}

/** Removes what killed builds have left. A compiler that has outlived its build may still write there. */
function removeLeftBehind(folder) {
  for (const name of readdirSync(folder).filter((each) => /^dist\.(?:tmp|old)/.test(each))) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'ENOTEMPTY') throw error;
    }
  }
}

/** Runs a script on the project's own Node. Resolves to its exit status. */
export function run(root, args) {
  return new Promise((done) => {
    // On older Nodes `tsc` starts another process, which no signal would reach.
    const child = spawn(nodeOf(root), args, {
      // stdout is reserved for the command that runs after the build.
      stdio: ['ignore', process.stderr, 'inherit'],
    });
    // No other process may take the lock while the program is running, so a signal stops the program first.
    const stop = (signal) => child.kill(signal);
    for (const signal of STOPPING) process.on(signal, stop);
    const end = (status) => {
      for (const signal of STOPPING) process.off(signal, stop);
      done(status);
    };
    child.on('error', (error) => end(console.error(error.message) ?? 1));
    child.on('exit', (status, signal) => end(status ?? 128 + (constants.signals[signal] ?? 0)));
  });
}

function builtFrom(root, name) {
  return unlessMissing(() => readFileSync(join(root, 'packages', name, 'dist', '.built-from'), 'utf8'));
}

/** Returns what `access` returns; undefined if the file doesn't exist. */
function unlessMissing(access) {
  try {
    return access();
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** Describes the present sources, and what compiles them, by names, sizes and times, without reading them. */
function fingerprint(root, name) {
  const scripts = [
    'scripts/build.mjs',
    'scripts/bundle.mjs',
    'scripts/compile.mjs',
    'scripts/styles.mjs',
    'scripts/frameworks.mjs',
  ];
  const settings = ['tsconfig.json', `packages/${name}/tsconfig.json`, 'package-lock.json', ...scripts];
  // The bundles of the elements contain the client.
  const sources = [...sourcesOf(root, name), ...(name === 'components' ? sourcesOf(root, 'client') : [])];
  const documentation = name === 'service' ? [SITE, 'docs'].flatMap((path) => filesBelow(join(root, path))) : [];
  const single = [...settings, ...(COPIES[name] ?? [])].map((path) => join(root, path));
  return [...single, ...documentation, ...sources]
    .map((path) => {
      const { size, mtimeMs } = statSync(path);
      return `${relative(root, path).replaceAll(sep, '/')} ${size} ${mtimeMs}\n`;
    })
    .join('');
}

/** The folder below which a compiled file is as deep as its source. */
function baseOf(root, name) {
  return join(root, 'packages', SOURCES[name].length > 1 ? '' : SOURCES[name][0]);
}

function sourcesOf(root, name) {
  return SOURCES[name].flatMap((folder) => filesBelow(join(root, 'packages', folder)));
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (/^(?:node_modules|dist(?:\..+)?)$/.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  process.exitCode = (await setUp()) || (await build({ isForUsers: true, ...(names.length > 0 && { names }) }));
}
