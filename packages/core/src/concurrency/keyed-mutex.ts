import { openFairQueue } from './fair-queue.ts';
import { type Waiter, withinBudget } from './wait-budget.ts';

/** Number of pieces of work of a key after which the turns that callers had count half. */
const HALF_LIFE = 100;

type Waiting = ReturnType<typeof openFairQueue<() => void>>;

/**
 * Runs pieces of work on the same key one after the other so that each can use the results of the one before. Callers take
 * turns, so that one who wants hundreds of results of a key doesn't keep it from the others.
 */
export class KeyedMutex {
  /** Those that wait for the work of a key; the key is absent while nothing runs. */
  readonly #waiting = new Map<string, Waiting>();

  /**
   * Runs `work` when its turn has come. Rejects with the error of `work`. If the wait ends before it starts, rejects with
   * `QueueFull` or the reason of the waiter's signal.
   */
  async take<Value>(key: string, waiter: Waiter, work: () => Promise<Value>): Promise<Value> {
    const { caller = '' } = waiter;
    const running = this.#waiting.get(key);
    const waiting = running ?? openFairQueue<() => void>(HALF_LIFE);
    if (running) await withinBudget(waiter, (signal) => turnOf(running, caller, signal));
    else this.#waiting.set(key, waiting);
    waiting.charge(caller, 1);
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next.item();
      else this.#waiting.delete(key);
    }
  }
}

function turnOf(waiting: Waiting, caller: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal.aborted) {
    reject(signal.reason);
    return promise;
  }
  const leave = () => {
    waiting.remove(caller, start);
    reject(signal.reason);
  };
  const start = () => {
    signal.removeEventListener('abort', leave);
    resolve();
  };
  signal.addEventListener('abort', leave, { once: true });
  waiting.push(caller, start);
  return promise;
}
