import { setTimeout } from 'node:timers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Delay in milliseconds before the collection. By then, no running call still references the released objects. */
const SOON_MS = 500;

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'regular' | 'last-resort' }) => void;

let collect: Collect | undefined;

/** Asks V8 for its collector, which programs get only with a flag. A V8 that does not offer it collects at its own pace. */
function findCollect(): Collect {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('globalThis.gc');
  return typeof found === 'function' ? (found as Collect) : () => {};
}

/**
 * Collects this thread's garbage after a short delay. The garbage collector does not count shared memory, so a thread
 * with little to do would keep a released base of the search index, with all its memory, for a long time. With
 * `shrink`, it also returns free heap space to the system, such as the space that startup needed: tens of megabytes,
 * for a pause twice as long.
 */
export function collectGarbageSoon({ shrink = false } = {}): void {
  setTimeout(() => {
    collect ??= findCollect();
    // If no pending tick is alive during the collection, V8 forgets how to create them quickly, and each cached answer
    // takes a fifth more time from then on.
    process.nextTick(() => {});
    collect({ type: 'major', execution: 'sync', flavor: shrink ? 'last-resort' : 'regular' });
  }, SOON_MS).unref();
}
