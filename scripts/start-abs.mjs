// Installs missing packages, builds changed sources, then runs the service on the project's own Node. Needs no dependencies.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { handOver, ROOT } from './hand-over.mjs';
import { nodeOf } from './installed.mjs';
import { setUp } from './setup.mjs';

const status = (await setUp({ forDevelopment: false })) || (await build({ names: ['components', 'demo', 'service'] }));
if (status !== 0) process.exit(status);

const entry = join(ROOT, 'packages/service/dist/service/src/cli/entry.js');
if (realpathSync(process.execPath) === realpathSync(nodeOf(ROOT))) await import(pathToFileURL(entry).href);
else {
  // Each thread would keep freed memory in an arena of its own (docs/operate/sizing.md).
  process.env.MALLOC_ARENA_MAX ??= '2';
  // The main thread would keep up to 64 MB for new objects.
  handOver(['--max-semi-space-size=8', entry, ...process.argv.slice(2)], { endsWithThis: true });
}
