// Runs on the Node of the machine, without dependencies.
import { spawn } from 'node:child_process';
import { existsSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkNode, packagesOf, whatIsMissing } from './installed.mjs';
import { withLock } from './lock.mjs';

/** Signals that ask a process to end. */
export const STOPPING = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Installs the packages of the lock file if they aren't installed yet; otherwise returns quickly and prints nothing.
 * Resolves to an exit status. Prints to stderr only.
 */
export async function setUp({ root = ROOT, forDevelopment = true } = {}) {
  linkNode(root);
  if (whatIsMissing(root, { forDevelopment }) === undefined) {
    // A killed installation may have left this file.
    rmSync(join(root, ADDRESSES), { force: true });
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
  writeAddresses(root);
  let status = await npmCi(root, everything, { hasAddresses: true });
  rmSync(join(root, ADDRESSES), { force: true });
  // The addresses may be wrong for this registry, so npm tries again without them, and says what is wrong.
  if (status > 0 && status < NOT_RUN) status = await npmCi(root, everything);
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

/** Statuses from here on say that npm was not found or was stopped. */
const NOT_RUN = 127;

/** During an installation: the lock file with addresses. npm prefers it, and would else ask the registry for each address. */
const ADDRESSES = 'npm-shrinkwrap.json';

/** Stands for the registry that npm is set to use, which it puts in place of this one. */
const REGISTRY = 'https://registry.invalid';

function writeAddresses(root) {
  const packages = packagesOf(join(root, 'package-lock.json'));
  // npm says what is wrong with the lock file.
  if (!packages) return rmSync(join(root, ADDRESSES), { force: true });
  for (const [path, entry] of Object.entries(packages)) {
    const name = path.replace(/^.*node_modules\//, '');
    const file = `${name.replace(/^.*\//, '')}-${entry.version}.tgz`;
    if (entry.integrity) entry.resolved = `${REGISTRY}/${name}/-/${file}`;
  }
  writeFileSync(join(root, ADDRESSES), JSON.stringify({ lockfileVersion: 3, packages }));
}

/**
 * Runs `npm ci` without warnings: npm checks the packages against the Node it runs on, not the one they will run on.
 */
function npmCi(root, forDevelopment, { hasAddresses = false } = {}) {
  const packages = forDevelopment ? '--include=dev' : '--omit=dev';
  const how = hasAddresses ? ['--loglevel=silent', '--replace-registry-host=always'] : ['--loglevel=error'];
  const args = ['ci', ...how, '--no-audit', '--no-fund', packages];
  return new Promise((done) => {
    const npm = spawn('npm', args, {
      cwd: root,
      // stdout is reserved for the command that runs after the installation.
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PATH: pathWithout(join(root, 'node_modules', '.bin')) },
      shell: process.platform === 'win32',
    });
    // No other process may take the lock while npm is running, so a signal stops npm first.
    const stop = (signal) => npm.kill(signal);
    for (const signal of STOPPING) process.on(signal, stop);
    npm.on('error', (error) => {
      console.error(error.code === 'ENOENT' ? 'npm is not on the PATH.' : error.message);
      done(NOT_RUN);
    });
    npm.on('exit', (status, signal) => {
      for (const name of STOPPING) process.off(name, stop);
      done(status ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/** Removes a folder from the PATH, so that npm doesn't run on the Node that it is about to replace. */
function pathWithout(folder) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((part) => part !== '' && resolve(part) !== resolve(folder))
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
