// Runs the project's own Node with the given arguments, after setting up what is missing. The scripts of package.json say
// `node scripts/node.mjs …` because a shell that has found the machine's `node` once doesn't look for it again.
import { join } from 'node:path';
import { handOver, ROOT } from './hand-over.mjs';
import { setUp } from './setup.mjs';

const args = process.argv.slice(2);
const status = await setUp();
// Each test file is a process of its own and starts others; compiling the same files anew took a third of all their time. What a
// bench measures in its own process is slow where that process strips types.
if (args.includes('--test') || args[0]?.includes('bench/')) {
  process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.cache', 'compiled');
}
if (args.includes('--test')) {
  process.env.COMPILED_BY_WORKERS ??= join(ROOT, 'node_modules', '.cache', 'compiled-by-workers');
}
if (status === 0) handOver(args);
else process.exitCode = status;
