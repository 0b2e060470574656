// Hunts tests that fail by chance: `npm run flaky -- [FILES] --times N` runs test files N times, by default those of the gate
// 20 times, beside processes that keep every processor busy, and reports each test that failed with its rate. Exit status 1
// if one did.
import { spawn, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '20' } },
});
const times = Number(values.times);
if (!Number.isInteger(times) || times < 1) {
  console.error(`--times must be a whole number from 1 on, not "${values.times}".`);
  process.exit(2);
}
const files = globSync(positionals.length > 0 ? positionals : 'packages/*/test/**/*.{test,gate}.ts').sort();
if (files.length === 0) {
  console.error(`No test file is named ${positionals.join(' or ')}.`);
  process.exit(2);
}
const isOfBrowser = (file) => /^packages\/components\/.*\.(gate|full)\.ts$/.test(file);
const browserFiles = files.filter(isOfBrowser);
const otherFiles = files.filter((file) => !isOfBrowser(file));

const folder = mkdtempSync(join(tmpdir(), 'flaky-'));
const busy = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']));
process.on('exit', () => {
  for (const each of busy) each.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

/** Failures of each test, by its file and name: how often, and the first message. */
const failures = new Map();
for (let round = 1; round <= times; round += 1) {
  const before = Date.now();
  if (otherFiles.length > 0) run(['--test', '--test-concurrency=4', ...otherFiles]);
  if (browserFiles.length > 0) {
    const names = browserFiles.map((file) => file.slice('packages/components/test/'.length));
    run(['node_modules/@playwright/test/cli.js', 'test', '--config', 'packages/components', ...names]);
  }
  const failed = [...failures.values()].reduce((sum, { count }) => sum + count, 0);
  console.log(`round ${round} of ${times}: ${Math.round((Date.now() - before) / 1000)} s, ${failed} failures so far`);
}
for (const [test, { count, message }] of [...failures].sort(([, one], [, other]) => other.count - one.count)) {
  console.log(`${test}: failed ${count} of ${times} times (${Math.round((100 * count) / times)} %)\n    ${message}`);
}
console.log(`${files.length} files, ${times} times: ${failures.size} tests failed at least once.`);
// The processes that keep the others busy would go on for ever.
process.exit(failures.size > 0 ? 1 : 0);

function run(args) {
  const report = join(folder, 'report');
  rmSync(report, { force: true });
  const env = { ...process.env, TEST_REPORT: report, CI: 'true' };
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/node.mjs', ...args], { env, encoding: 'utf8' });
  const lines = readIfThere(report).split('\n');
  if (!lines.some((line) => line.startsWith('file\t'))) throw new Error(`the tests did not run:\n${stdout}\n${stderr}`);
  for (const [kind, place, name, message = ''] of lines.map((line) => line.split('\t'))) {
    if (kind !== 'failed') continue;
    const test = `${place} › ${name}`;
    const { count = 0, message: first = message } = failures.get(test) ?? {};
    failures.set(test, { count: count + 1, message: first.replaceAll('␤', '\n    ') });
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
