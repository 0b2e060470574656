// Shows that the tests find faults: applies each patch of this folder to a copy of the last commit, and expects one of the
// test files that it names to fail. `node test/faults/run.mjs [NN…] [--all-tests FILES]`, see README.md.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');
/** Longest time of a file. A test that hangs has found the fault. */
const MAX_MILLISECONDS = 300_000;

const args = process.argv.slice(2);
const split = args.indexOf('--all-tests');
const wanted = new Set(split < 0 ? args : args.slice(0, split));
/** Files to run for each fault, all of them, instead of those that its patch names. */
const allTests = split < 0 ? undefined : args.slice(split + 1);

const faults = readdirSync(HERE)
  .filter((name) => /^\d\d-.*\.patch$/.test(name) && (wanted.size === 0 || wanted.has(name.slice(0, 2))))
  .sort()
  .map((name) => {
    const text = readFileSync(join(HERE, name), 'utf8');
    const tests = /^Found by: (.*)$/m.exec(text)?.[1]?.split(' ') ?? [];
    return { name: name.replace(/\.patch$/, '').replace('-', ' '), patch: join(HERE, name), tests };
  });

const copy = mkdtempSync(join(tmpdir(), 'abs-faults-'));
// Some tests run programs as another user.
chmodSync(copy, 0o755);
process.on('exit', () => git(ROOT, 'worktree', 'remove', '--force', copy));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
git(ROOT, 'worktree', 'add', '--detach', '--quiet', copy, 'HEAD');
for (const folder of ['node_modules', 'runtime/node_modules']) linkPackages(join(ROOT, folder), join(copy, folder));
/** Whether a file passes without a fault, by file: only then its failure shows anything. */
const passes = new Map();
let found = 0;
for (const { name, patch, tests } of faults) {
  const usable = [];
  for (const file of allTests ?? tests) if (await passesWithoutFault(file)) usable.push(file);
  if (git(copy, 'apply', patch) !== 0) {
    report(name, 'DOES NOT APPLY');
    continue;
  }
  const finders = [];
  for (const file of usable) {
    const { status, seconds } = await runFile(file);
    if (status !== 0) finders.push(`${file} (${seconds} s)`);
    if (finders.length > 0 && !allTests) break;
  }
  git(copy, 'apply', '--reverse', patch);
  report(name, finders.length > 0 ? `found by ${finders.join(', ')}` : 'NOT FOUND', finders.length > 0);
}
const broken = [...passes].flatMap(([file, isWhole]) => (isWhole ? [] : [file]));
console.log(`\n${found} of ${faults.length} faults found`);
if (broken.length > 0)
  console.log(`These are missing or fail without a fault, and so show nothing: ${broken.join(', ')}`);
process.exitCode = found < faults.length || found === 0 ? 1 : 0;

function report(name, outcome, isFound = false) {
  if (isFound) found += 1;
  console.log(`${name.padEnd(40)} ${outcome}`);
}

async function passesWithoutFault(file) {
  if (!passes.has(file)) passes.set(file, existsSync(join(copy, file)) && (await runFile(file)).status === 0);
  return passes.get(file);
}

/** Runs a file in a process group of its own, so that nothing that it has started outlives it. */
async function runFile(file) {
  const begun = performance.now();
  const child = spawn('npm', ['run', '--silent', ...commandOf(file)], { cwd: copy, stdio: 'ignore', detached: true });
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  };
  const late = setTimeout(end, MAX_MILLISECONDS);
  process.prependListener('exit', end);
  const status = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  clearTimeout(late);
  process.off('exit', end);
  end();
  return { status, seconds: Math.round((performance.now() - begun) / 1000) };
}

/** Files of the elements that need a browser run with Playwright, all others with Node. */
function commandOf(file) {
  const isInBrowser = /^packages\/components\/test\/.*\.(?:gate|full)\.ts$/.test(file);
  return isInBrowser ? ['browser', '--', file] : ['node', '--', '--test', file];
}

/** Links each package by itself, because the packages of the repository must be those of the copy. */
function linkPackages(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.name === '.cache') continue;
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name.startsWith('@')) linkPackages(source, target);
    else symlinkSync(source, target);
  }
}

/** Runs git without output, except for the worktree's own errors. Returns its exit status. */
function git(directory, ...command) {
  return spawnSync('git', command, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] }).status;
}
