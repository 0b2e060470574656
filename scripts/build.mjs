// Compiles the packages of this project. Runs on Node 18 or later; needs only `typescript`.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
import { setUp } from './setup.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The packages and the folder in each that holds its sources. */
const SOURCES = { service: 'src', demo: '.' };

/**
 * Compiles packages, by default all of them, each into its folder `dist`. Skips those whose `dist` is the build of the
 * present sources. With `isForUsers`, compiles them in any case, checks types and writes declarations, which takes
 * several times as long; starting the service doesn't need that. Resolves to an exit status.
 */
export async function build({ root = ROOT, names = Object.keys(SOURCES), isForUsers = false } = {}) {
  const dueNow = () => names.filter((name) => isForUsers || builtFrom(root, name) !== fingerprint(root, name));
  if (dueNow().length === 0) return 0;
  const compileAll = async () => {
    // Another process may have built them while this one waited.
    const statuses = await Promise.all(dueNow().map((name) => compile(root, name, isForUsers)));
    return Math.max(0, ...statuses);
  };
  return await withLock(join(root, '.build.lock'), compileAll, (pid) =>
    console.error(`Waiting for another build to end (process ${pid}) ...`),
  );
}

/** Compiles into another folder first, so that a running service finds all of its old modules or all of the new ones. */
async function compile(root, name, isForUsers) {
  const folder = join(root, 'packages', name);
  const sources = join(folder, SOURCES[name]);
  const before = fingerprint(root, name);
  const made = join(folder, 'dist.tmp');
  rmSync(made, { recursive: true, force: true });
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const quick = isForUsers ? [] : ['--noCheck', '--declaration', 'false'];
  const child = spawn(process.execPath, [tsc, '-p', folder, '--outDir', made, ...quick], {
    // stdout is reserved for the command that runs after the build.
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  const status = await new Promise((done) => {
    child.on('error', (error) => done(console.error(error.message) ?? 1));
    child.on('exit', (code) => done(code ?? 1));
  });
  if (status !== 0) {
    console.error(`Building packages/${name} failed; the compiler's output is above.`);
    return status;
  }
  for (const file of filesBelow(sources).filter((path) => SOURCES[name] !== '.' && !path.endsWith('.ts'))) {
    cpSync(file, join(made, relative(sources, file)));
  }
  writeFileSync(join(made, '.built-from'), before);
  if (isForUsers) cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const dist = join(folder, 'dist');
  rmSync(dist, { recursive: true, force: true });
  renameSync(made, dist);
  return 0;
}

function builtFrom(root, name) {
  const file = join(root, 'packages', name, 'dist', '.built-from');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Describes the present sources by names, sizes and times, without reading them. */
function fingerprint(root, name) {
  const folder = join(root, 'packages', name);
  const settings = [join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'), join(root, 'package-lock.json')];
  return [...settings, ...filesBelow(join(folder, SOURCES[name]))]
    .map((path) => {
      const { size, mtimeMs } = statSync(path);
      return `${relative(root, path).replaceAll(sep, '/')} ${size} ${mtimeMs}\n`;
    })
    .join('');
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (/^(?:node_modules|dist(?:\.tmp)?)$/.test(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  process.exitCode = (await setUp()) || (await build({ isForUsers: true, ...(names.length > 0 && { names }) }));
}
