import { untilAborted } from './until-aborted.ts';
import { type Waiter, withinBudget } from './wait-budget.ts';

/** Runs pieces of work on the same key one after the other so that each can use the results of the one before. */
export class KeyedMutex {
  readonly #lasts = new Map<string, Promise<void>>();

  /**
   * Runs `work` when the earlier work of that key has ended. Rejects with the error of `work`. If the wait ends before
   * it starts, rejects with `QueueFull` or the reason of the waiter's signal.
   */
  async take<Value>(key: string, waiter: Waiter, work: () => Promise<Value>): Promise<Value> {
    const before = this.#lasts.get(key);
    const done = Promise.withResolvers<void>();
    // A waiter that leaves early keeps its position, so later waiters still wait for the earlier ones.
    const last = (before ?? Promise.resolve()).then(() => done.promise);
    this.#lasts.set(key, last);
    try {
      if (before) await withinBudget(waiter, (signal) => untilAborted(before, signal));
      return await work();
    } finally {
      done.resolve();
      void last.then(() => {
        if (this.#lasts.get(key) === last) this.#lasts.delete(key);
      });
    }
  }
}
