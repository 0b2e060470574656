import { setImmediate } from 'node:timers/promises';

/**
 * Lets those who waited for the same thing go on one after the other, each in a turn of the event loop of its own: all at once would
 * keep the thread from everything else for as long as all of them take together.
 */
export function openTurnstile(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
