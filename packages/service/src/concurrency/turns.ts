import { orLeave } from './leave.ts';
import { patiently, type Waiter } from './patience.ts';

/** Pieces of work on one thing are done one after the other, so that each may use what the one before has found out. */
export interface Turns {
  /** Rejects with what `work` rejects with, and before it begins with QueueFull or the reason of the signal. */
  take<Value>(key: string, waiter: Waiter, work: () => Promise<Value>): Promise<Value>;
}

export function openTurns(): Turns {
  const lasts = new Map<string, Promise<void>>();
  return {
    async take(key, waiter, work) {
      const before = lasts.get(key);
      const done = Promise.withResolvers<void>();
      // Who leaves the line early still stands between those before and after.
      const last = (before ?? Promise.resolve()).then(() => done.promise);
      lasts.set(key, last);
      try {
        if (before) await patiently(waiter, (signal) => orLeave(before, signal));
        return await work();
      } finally {
        done.resolve();
        void last.then(() => {
          if (lasts.get(key) === last) lasts.delete(key);
        });
      }
    },
  };
}
