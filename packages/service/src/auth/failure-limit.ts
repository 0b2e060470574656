import { untilAborted } from '../../../core/src/concurrency/until-aborted.ts';
import { networkOf } from '../coordination/network-of.ts';
import type { ActionLimiter, Rate } from '../coordination/rate-limiter.ts';

/**
 * Limits how often a caller fails. IPv6 addresses count by their /64, because one caller has all of it. The limiter may
 * share its counts of failures with other nodes; running attempts are known to this process alone.
 */
export interface FailureLimit {
  /**
   * Begins an attempt that may fail, or returns the seconds until the address may try again. Counts nothing yet. Waits
   * while as many attempts run as failures are left; rejects with the signal's reason if it aborts first.
   */
  begin(address: string, options: { readonly signal: AbortSignal }): Promise<Attempt | number>;
}

/** An attempt that runs. Call exactly one of its methods, once. */
export interface Attempt {
  /** Counts a failure; returns true if it reaches the limit, at most once in the time of the rate. */
  fail(): Promise<boolean>;
  /** Counts nothing, so another attempt may begin. */
  succeed(): void;
}

interface Attempts {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Opens a limit on failures. `name` separates its counts from those of other limits of the same limiter. */
export function openFailureLimit(limiter: ActionLimiter, name: string, rate: Rate): FailureLimit {
  const byKey = new Map<string, Attempts>();

  /** Wakes all who wait if nothing runs any more. */
  function leave(key: string, own: Attempts): void {
    own.running -= 1;
    if (own.running > 0) return;
    byKey.delete(key);
    for (const proceed of own.waiting) proceed();
  }

  function end(key: string, own: Attempts): void {
    leave(key, own);
    if (own.running > 0) wakeNext(own);
  }

  function attemptOf(key: string, own: Attempts): Attempt {
    return {
      fail: async () => {
        try {
          await limiter.take(key, rate);
          // Only failures are counted, so attempts that still run don't reach the limit.
          if ((await limiter.peek(key, rate)) === 0) return false;
          return (await limiter.take(`${key} reached`, { count: 1, seconds: rate.seconds })) === 0;
        } finally {
          end(key, own);
        }
      },
      succeed: () => end(key, own),
    };
  }

  return {
    begin: async (address, { signal }) => {
      const key = `${name} ${networkOf(address)}`;
      for (;;) {
        signal.throwIfAborted();
        const own = byKey.getOrInsertComputed(key, () => ({ running: 0, waiting: new Set() }));
        const isAlone = own.running === 0;
        own.running += 1;
        const wait = await limiter.peek(key, rate, own.running).catch((error: unknown) => {
          leave(key, own);
          throw error;
        });
        if (wait === 0) return attemptOf(key, own);
        leave(key, own);
        // With others running, the limit may only be reached if they fail, so their end decides.
        if (isAlone) return wait;
        if (own.running > 0) await nextEnd(own, signal);
      }
    },
  };
}

function wakeNext({ waiting }: Attempts): void {
  const [proceed] = waiting;
  if (!proceed) return;
  waiting.delete(proceed);
  proceed();
}

/** Waits until an attempt ends. */
async function nextEnd(own: Attempts, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  own.waiting.add(resolve);
  try {
    await untilAborted(promise, signal);
  } catch (error) {
    // One that has been woken already leaves its turn to the next.
    if (!own.waiting.delete(resolve)) wakeNext(own);
    throw error;
  }
}
