// Installs missing packages, builds changed sources, then runs the service on the project's own Node. Needs no dependencies.
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, run } from './build.mjs';
import { handOver, ROOT } from './hand-over.mjs';
import { nodeOf } from './installed.mjs';
import { setUp } from './setup.mjs';

const DIST = join(ROOT, 'packages/service/dist');
const args = process.argv.slice(2);
const status = (await setUp({ forDevelopment: false })) || (await build({ names: ['demo'] })) || (await buildAndDraw());
if (status !== 0) process.exit(status);

const entry = join(DIST, 'service/src/cli/entry.js');
if (realpathSync(process.execPath) === realpathSync(nodeOf(ROOT))) await import(pathToFileURL(entry).href);
else {
  // Each thread would keep freed memory in an arena of its own (docs/operate/sizing.md).
  process.env.MALLOC_ARENA_MAX ??= '2';
  // The main thread would keep up to 64 MB for new objects.
  handOver(['--max-semi-space-size=8', entry, ...args], { endsWithThis: true });
}

/** Builds what the service is made of and, where it is the first time and the demo is wanted, draws the first pictures meanwhile. */
async function buildAndDraw() {
  const isFirst = !existsSync(DIST);
  const building = build({ names: ['components', 'service'] });
  if (!isFirst || !isForDemo()) return await building;
  const folder = mkdtempSync(join(tmpdir(), 'abs-demo-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const drawing = run(ROOT, [join(ROOT, 'packages/demo/dist/make.js'), folder, 'beginning']);
  const [built, drawn] = await Promise.all([building, drawing]);
  // What can't be drawn here can't be drawn by the service, which says so, but a signal (from 128 on) ends this, too.
  if (drawn === 0) process.env.DEMO_BEGINNING = folder;
  return built || (drawn > 128 ? drawn : 0);
}

/** Whether these are the arguments of `abs start` without a folder. Its options have values, behind `=` or as the next argument. */
function isForDemo() {
  const [command, ...others] = args;
  return (
    command === 'start' && others.every((arg, index) => arg.startsWith('-') || /^--[^=]+$/.test(others[index - 1]))
  );
}
