interface Waiter {
  admit(): void;
  refuse(reason: unknown): void;
}

interface SemaphoreOptions {
  readonly places: number;
  /** How long a caller may wait; default: without limit. */
  readonly waitMilliseconds?: number | undefined;
  readonly late: () => Error;
}

/** Lets only so many callers work at a time; the others wait in order. */
export class Semaphore {
  readonly #options: SemaphoreOptions;
  readonly #waiting = new Set<Waiter>();
  #used = 0;
  #closed: Error | undefined;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
  }

  /**
   * Waits for a place, which the caller releases once. Rejects with the signal's reason, with the error of `late` after
   * `waitMilliseconds`, or with that of `close`.
   */
  async acquire(signal: AbortSignal): Promise<void> {
    const { places, waitMilliseconds, late } = this.#options;
    signal.throwIfAborted();
    if (this.#closed) throw this.#closed;
    if (this.#used < places) {
      this.#used += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiter: Waiter = {
      admit: () => this.#waiting.delete(waiter) && resolve(),
      // At once: a place that is given to a waiter who has left would be lost.
      refuse: (reason) => this.#waiting.delete(waiter) && reject(reason),
    };
    const timer =
      waitMilliseconds === undefined ? undefined : setTimeout(() => waiter.refuse(late()), waitMilliseconds);
    const stop = () => waiter.refuse(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    this.#waiting.add(waiter);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
    if (this.#closed === undefined) return;
    this.release();
    throw this.#closed;
  }

  release(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#used -= 1;
    else next.admit();
  }

  /** Refuses everybody who waits or comes later. */
  close(error: Error): void {
    this.#closed = error;
    for (const { refuse } of [...this.#waiting]) refuse(error);
  }
}
