import { createHook } from 'node:async_hooks';
import { setTimeout } from 'node:timers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Delay in milliseconds before the collection. By then, no running call still references the released objects. */
const SOON_MS = 500;

type Collect = (options: { type: 'major'; execution: 'async'; flavor: 'regular' | 'last-resort' }) => Promise<void>;

let collect: Collect | undefined;

/** Objects that must never be collected (see `holdTick`). */
const held: object[] = [];

/**
 * Collects this thread's garbage after a short delay. The garbage collector does not count shared memory, so a thread
 * with little to do would keep a released base of the search index, with all its memory, for a long time. With
 * `shrink`, it also returns free heap space to the system, such as the space that startup needed: tens of megabytes,
 * for a pause twice as long.
 */
export function collectGarbageSoon({ shrink = false } = {}): void {
  setTimeout(() => {
    if (!collect) {
      holdTick();
      setFlagsFromString('--expose-gc');
      collect = runInNewContext('gc') as Collect;
    }
    collect({ type: 'major', execution: 'async', flavor: shrink ? 'last-resort' : 'regular' });
  }, SOON_MS).unref();
}

/**
 * Keeps alive one of the objects that `process.nextTick` creates. If none is alive while the collector runs, V8 drops
 * their hidden class and creates all later ones the slow way: 0.4 microseconds each instead of 0.07, four or five times
 * per request.
 */
function holdTick(): void {
  const hook = createHook({
    init: (_id, type, _trigger, resource) => {
      if (type === 'TickObject') held.push(resource);
    },
  });
  hook.enable();
  process.nextTick(() => {});
  hook.disable();
}
