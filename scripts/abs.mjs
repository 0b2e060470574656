#!/usr/bin/env node
// The command `abs`. Runs on Node 18 or later without dependencies. Installs missing packages, then runs the service on
// the project's own Node.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { handOver, ROOT } from './hand-over.mjs';
import { nodeOf } from './installed.mjs';
import { setUp } from './setup.mjs';

const status = await setUp({ forDevelopment: false });
if (status !== 0) process.exit(status);

if (realpathSync(process.execPath) === realpathSync(nodeOf(ROOT))) await import('../packages/service/src/cli/entry.ts');
else {
  // The same folder as in `entry.ts`. Setting it here lets Node cache that module too.
  process.env.NODE_COMPILE_CACHE ||= join(ROOT, 'node_modules', '.cache', 'compiled');
  handOver([join(ROOT, 'packages/service/src/cli/entry.ts'), ...process.argv.slice(2)], { endsWithThis: true });
}
