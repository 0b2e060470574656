// Runs on the Node of the machine, without dependencies.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkNode, missingIn, nodeOf, packagesOf, RUNTIME, whatIsMissing } from './installed.mjs';
import { withLock } from './lock.mjs';

/** Signals that ask a process to end. */
export const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs the packages of the lock files if they aren't installed yet; otherwise returns quickly and prints nothing.
 * Resolves to an exit status. Prints to stderr only.
 */
export async function setUp({ root = ROOT, forDevelopment = true } = {}) {
  linkNode(root);
  if (whatIsMissing(root, { forDevelopment }) === undefined) {
    // A killed installation may have left these files.
    for (const folder of [root, join(root, RUNTIME)]) rmSync(join(folder, ADDRESSES), { force: true });
    return 0;
  }
  return await withLock(join(root, '.setup.lock'), () => install(root, forDevelopment), say.bind(undefined, 'waiting'));
}

async function install(root, forDevelopment) {
  // Another process may have installed them while this one waited.
  if (whatIsMissing(root, { forDevelopment }) === undefined) return 0;
  say('installing');
  // The first start need not wait for the packages that only tests use. Once they are there, none is taken away again.
  const everything = forDevelopment || existsSync(join(root, 'node_modules'));
  const due = [root, join(root, RUNTIME)].filter((folder) => missingIn(folder, { forDevelopment }) !== undefined);
  // What is recorded as it should be and yet doesn't run is Node.
  if (due.length === 0) due.push(join(root, RUNTIME));
  const status = Math.max(...(await Promise.all(due.map((folder) => installIn(folder, root, everything)))));
  if (status !== 0) {
    say('failed', status);
    return status;
  }
  linkNode(root);
  const missing = whatIsMissing(root, { forDevelopment });
  if (missing === undefined) return 0;
  say('incomplete', missing);
  return 1;
}

/** Installs the packages of the lock file in one folder. Resolves to an exit status. */
async function installIn(folder, root, everything) {
  writeAddresses(folder);
  const { status, isOver } = await npmCi(folder, root, everything, { hasAddresses: true });
  rmSync(join(folder, ADDRESSES), { force: true });
  // The addresses may be wrong for this registry, so npm tries again without them, and says what is wrong.
  return status === 0 || isOver ? status : (await npmCi(folder, root, everything)).status;
}

/** During an installation: the lock file with addresses. npm prefers it, and would else ask the registry for each address. */
const ADDRESSES = 'npm-shrinkwrap.json';

/** Stands for the registry that npm is set to use, which it puts in place of this one. */
const REGISTRY = 'https://registry.invalid';

function writeAddresses(folder) {
  const packages = packagesOf(join(folder, 'package-lock.json'));
  // npm says what is wrong with the lock file.
  if (!packages) return rmSync(join(folder, ADDRESSES), { force: true });
  for (const [path, entry] of Object.entries(packages)) {
    const name = path.replace(/^.*node_modules\//, '');
    const file = `${name.replace(/^.*\//, '')}-${entry.version}.tgz`;
    if (entry.integrity) entry.resolved = `${REGISTRY}/${name}/-/${file}`;
  }
  writeFileSync(join(folder, ADDRESSES), JSON.stringify({ lockfileVersion: 3, packages }));
}

/**
 * Runs `npm ci` without warnings: npm checks the packages against the Node it runs on, not the one they will run on. Resolves to
 * its exit status, and whether there is no use in another try, because npm was not found or was stopped.
 */
function npmCi(folder, root, forDevelopment, { hasAddresses = false } = {}) {
  const packages = forDevelopment ? '--include=dev' : '--omit=dev';
  const how = hasAddresses ? ['--loglevel=silent', '--replace-registry-host=always'] : ['--loglevel=error'];
  const args = ['ci', ...how, '--no-audit', '--no-fund', packages];
  return new Promise((done) => {
    const npm = spawn('npm', args, {
      cwd: folder,
      // stdout is reserved for the command that runs after the installation.
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PATH: pathWithout([join(root, 'node_modules', '.bin'), dirname(nodeOf(root))]) },
      shell: process.platform === 'win32',
    });
    // No other process may take the lock while npm is running, so a signal stops npm first.
    let isStopped = false;
    const stop = (signal) => {
      isStopped = true;
      npm.kill(signal);
    };
    for (const signal of STOPPING) process.on(signal, stop);
    npm.on('error', (error) => {
      console.error(error.code === 'ENOENT' ? 'npm is not on the PATH.' : error.message);
      done({ status: 1, isOver: true });
    });
    npm.on('exit', (status, signal) => {
      for (const name of STOPPING) process.off(name, stop);
      done({ status: status ?? 128 + (constants.signals[signal] ?? 0), isOver: isStopped || signal !== null });
    });
  });
}

/** Removes folders from the PATH, so that npm doesn't run on the Node that it is about to replace. */
function pathWithout(folders) {
  const left = folders.map((folder) => resolve(folder));
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((part) => part !== '' && !left.includes(resolve(part)))
    .join(delimiter);
}

function say(what, detail) {
  const words = {
    installing: () => 'Installing dependencies (once) ...',
    waiting: () => `Waiting for another set-up to end (process ${detail}) ...`,
    failed: () =>
      `Setting up failed: npm ci ended with status ${detail}; what it said stands above. Nothing was started. ` +
      'Once the cause is gone, run the same command again.',
    incomplete: () =>
      `Setting up failed: npm ci ended well, but ${detail}. Node and other programs of this platform are optional packages: ` +
      'look whether "npm config get omit" names optional.',
  };
  console.error(words[what]());
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await setUp();
}
