// Runs the project's own Node with the given arguments. The scripts of package.json call `node scripts/node.mjs …` because a
// shell that has once found the machine's `node` doesn't search for it again.
import { isNodeNewEnough } from './needed-node.mjs';

if (isNodeNewEnough()) import('./run-node.mjs');
