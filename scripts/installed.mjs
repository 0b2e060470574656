// Runs on the Node of the machine, without dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const isWindows = process.platform === 'win32';

/** The package with the project's own Node for this platform. */
export const NODE_PACKAGE = [
  process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node',
  isWindows ? 'win' : process.platform,
  process.arch,
].join('-');

/** The folder with a lock file of Node alone: as large as all other packages together, it is installed beside them. */
export const RUNTIME = 'runtime';

/** Returns the path of the project's own Node in the checkout at `root`. */
export function nodeOf(root) {
  return join(root, RUNTIME, 'node_modules', NODE_PACKAGE, 'bin', isWindows ? 'node.exe' : 'node');
}

/** Links Node beside the programs of other packages, where units of systemd find it. */
export function linkNode(root) {
  const link = join(root, 'node_modules', '.bin', 'node');
  if (isWindows || existsSync(link) || !existsSync(nodeOf(root))) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  try {
    symlinkSync(relative(dirname(link), nodeOf(root)), link);
  } catch (error) {
    // Another process has just done the same.
    if (error.code !== 'EEXIST') throw error;
  }
}

/**
 * Says in words how the installed packages differ from the lock files, or returns `undefined` if they match. Reads four files
 * and asks Node for its version, which takes some milliseconds. Packages that no lock file lists are ignored.
 *
 * Optional packages of other platforms may be absent, and versions of npm differ in which ones they omit. Those of this
 * platform may not: an npm on an old Node leaves them out without a word. Development packages may be absent if
 * `forDevelopment` is false, as in an image made with `npm ci --omit=dev`.
 */
export function whatIsMissing(root, options) {
  return missingIn(root, options) ?? missingIn(join(root, RUNTIME)) ?? whatIsWrongWithNode(root);
}

/** As `whatIsMissing`, of the packages in one folder with a lock file. */
export function missingIn(folder, { forDevelopment = true } = {}) {
  const wanted = packagesOf(join(folder, 'package-lock.json'));
  if (!wanted) return 'package-lock.json cannot be read';
  // npm writes this file last, so an interrupted installation has none.
  const present = packagesOf(join(folder, 'node_modules', '.package-lock.json'));
  if (!present) return 'nothing is installed';

  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const name = path.replace(/^.*node_modules\//, '');
    const there = present[path];
    const isForOthers = entry.optional && !isForThisPlatform(entry);
    const mayBeAbsent = isForOthers || entry.devOptional || entry.peer || (entry.dev && !forDevelopment);
    if (!there || !existsSync(join(folder, path))) {
      if (there || !mayBeAbsent) return `${name} is missing`;
    } else if (there.version !== entry.version || there.integrity !== entry.integrity) {
      return `${name} is ${there.version}, not ${entry.version}`;
    }
  }
  return undefined;
}

/** Whether a package is only for platforms like this one. On Linux, the project's Node needs glibc. */
function isForThisPlatform({ os, cpu, libc = ['glibc'] }) {
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && libc.includes('glibc'));
}

function whatIsWrongWithNode(root) {
  const version = packagesOf(join(root, RUNTIME, 'package-lock.json'))?.[`node_modules/${NODE_PACKAGE}`]?.version;
  if (version === undefined) return `there is no Node for ${process.platform} on ${process.arch}`;
  if (!isWindows && !existsSync(join(root, 'node_modules', '.bin', 'node'))) return 'Node is not linked';
  const { stdout, error } = spawnSync(nodeOf(root), ['--version'], { encoding: 'utf8', timeout: 20_000 });
  if (error) return `Node ${version} does not run here (${error.code})`;
  return stdout.trim() === `v${version}` ? undefined : `Node is not ${version}`;
}

/** The packages of a lock file by their paths; undefined if it can't be read. */
export function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}
