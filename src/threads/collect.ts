import { setTimeout } from 'node:timers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What was let go of is out of all calls by then. */
const SOON_MS = 500;

let collect: ((options: { type: 'major'; execution: 'async' }) => Promise<void>) | undefined;

/**
 * Frees what this thread has let go of. The collector does not count shared memory, so that a thread with little to do would keep
 * a base of the index, with all its memory, for a long time.
 */
export function collectSoon(): void {
  setTimeout(() => {
    if (!collect) {
      setFlagsFromString('--expose-gc');
      collect = runInNewContext('gc') as typeof collect;
    }
    collect?.({ type: 'major', execution: 'async' });
  }, SOON_MS).unref();
}
