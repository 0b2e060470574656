// Runs the project's own Node with the given arguments, after setting up what is missing. The scripts of package.json say
// `node scripts/node.mjs …` because a shell that has found the machine's `node` once doesn't look for it again.
import { handOver } from './hand-over.mjs';
import { setUp } from './setup.mjs';

const status = await setUp();
if (status === 0) handOver(process.argv.slice(2));
else process.exitCode = status;
