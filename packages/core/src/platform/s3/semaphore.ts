/** Lets only so many callers work at a time; the others wait in order. */
export interface Semaphore {
  /**
   * Waits for a place, which the caller releases once. Rejects with the signal's reason, with the error of `late` after
   * `waitMilliseconds`, or with that of `close`.
   */
  acquire(signal: AbortSignal): Promise<void>;
  release(): void;
  /** Refuses everybody who waits or comes later. */
  close(error: Error): void;
}

interface Waiter {
  admit(): void;
  refuse(reason: unknown): void;
}

export function openSemaphore({
  places,
  waitMilliseconds,
  late,
}: {
  readonly places: number;
  /** How long a caller may wait; default: without limit. */
  readonly waitMilliseconds?: number | undefined;
  readonly late: () => Error;
}): Semaphore {
  const waiting = new Set<Waiter>();
  let used = 0;
  let closed: Error | undefined;

  function release(): void {
    const [next] = waiting;
    if (next === undefined) used -= 1;
    else next.admit();
  }

  return {
    acquire: async (signal) => {
      signal.throwIfAborted();
      if (closed) throw closed;
      if (used < places) {
        used += 1;
        return;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiter: Waiter = {
        admit: () => waiting.delete(waiter) && resolve(),
        // At once: a place that is given to a waiter who has left would be lost.
        refuse: (reason) => waiting.delete(waiter) && reject(reason),
      };
      const timer =
        waitMilliseconds === undefined ? undefined : setTimeout(() => waiter.refuse(late()), waitMilliseconds);
      const stop = () => waiter.refuse(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      waiting.add(waiter);
      try {
        await promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
      }
      if (closed === undefined) return;
      release();
      throw closed;
    },
    release,
    close: (error) => {
      closed = error;
      for (const { refuse } of [...waiting]) refuse(error);
    },
  };
}
