// Installs missing packages, then runs the project's own Node with the given arguments. Needs no dependencies.
import { join } from 'node:path';
import { build } from './build.mjs';
import { groupsOfDailyTests } from './daily-tests.mjs';
import { handOver, ROOT } from './hand-over.mjs';
import { setUp } from './setup.mjs';

const given = process.argv.slice(2);
// Benchmarks measure the service as it is built.
const isBench = given[0]?.includes('bench/') ?? false;
/** Stands for the modules with the daily tests. */
const DAILY = '--daily';
const status = (await setUp()) || (isBench ? await build({ names: ['components', 'demo', 'service'] }) : 0);
const args = given.flatMap((arg) => (arg === DAILY ? groupsOfDailyTests(ROOT) : [arg]));
// Tests run in many processes and start others; without a compile cache, compiling the same files again
// took a third of their total time. Benchmarks need the cache because code they measure in their own process is slow if
// that process strips types.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.cache', 'compiled');
if (status === 0) handOver([...forTests(args), ...args]);
else process.exitCode = status;

/**
 * Returns the options that every test run needs unless it says otherwise, and a second reporter, which writes the file that
 * TEST_REPORT names, for `.ci/run`. `--test-force-exit` isn't one of them: with it,
 * the results of whole files were missing from some runs, without an error.
 */
function forTests(args) {
  if (!args.includes('--test')) return [];
  const usual = ['--test-reporter=spec', '--test-timeout=300000'];
  const options = usual.filter((option) => !args.some((arg) => arg.startsWith(option.split('=')[0])));
  const report = process.env.TEST_REPORT;
  if (!report) return options;
  // The programs that tests start have reports of their own.
  delete process.env.TEST_REPORT;
  const reporter = `--test-reporter=${join(ROOT, '.ci', 'node-report.mjs')}`;
  return [...options, '--test-reporter-destination=stdout', reporter, `--test-reporter-destination=${report}`];
}
