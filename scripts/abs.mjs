#!/usr/bin/env node
// The command `abs`. Runs on any Node from 18, without dependencies: sets up what is missing, then hands over to the
// project's own Node.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { handOver, ROOT } from './hand-over.mjs';
import { nodeOf } from './installed.mjs';
import { setUp } from './setup.mjs';

const status = await setUp({ forDevelopment: false });
if (status !== 0) process.exit(status);

if (realpathSync(process.execPath) === realpathSync(nodeOf(ROOT))) await import('../packages/service/src/cli/entry.ts');
else {
  // Where the entry of the program would put it, which then is compiled, too.
  process.env.NODE_COMPILE_CACHE ||= join(ROOT, 'node_modules', '.cache', 'compiled');
  handOver([join(ROOT, 'packages/service/src/cli/entry.ts'), ...process.argv.slice(2)], { endsWithThis: true });
}
