import { setImmediate } from 'node:timers/promises';

/**
 * Lets waiters for the same result continue one after the other, each in its own turn of the event loop. If all
 * continued in the same turn, they would block the thread for the sum of their times.
 */
export function openIterationQueue(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
