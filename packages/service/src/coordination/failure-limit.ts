import { networkOf } from './network-of.ts';
import type { Rate, RateLimiter } from './rate-limiter.ts';

/** Limits how often a caller fails. IPv6 addresses count by their /64, because one caller has all of it. */
export interface FailureLimit {
  /**
   * Permits an attempt that may fail, or returns the seconds until the address may try again. Waits while running
   * attempts hold all units that are left.
   */
  take(address: string): Promise<Attempt | number>;
}

/** Permission for one attempt. Call exactly one of its methods, once. */
export interface Attempt {
  /** Counts a failure; returns true if it reaches the limit, at most once in the time of the rate. */
  fail(): Promise<boolean>;
  /** Counts nothing; another attempt may have the unit. */
  refund(): Promise<void>;
}

/** The attempts of one key. */
interface Attempts {
  running: number;
  refunds: number;
  readonly waiting: (() => void)[];
}

/** Opens a limit on failures. `name` separates its counts from those of other limits of the same limiter. */
export function openFailureLimit(limiter: RateLimiter, name: string, rate: Rate): FailureLimit {
  const byKey = new Map<string, Attempts>();

  function begin(key: string, own: Attempts): Attempt {
    own.running += 1;
    return {
      fail: async () => {
        own.running -= 1;
        // Nothing will be refunded, so all who wait are refused.
        if (own.running === 0) end(key, own);
        if ((await limiter.peek(key, rate)) === 0) return false;
        return (await limiter.take(`${key} reached`, { count: 1, seconds: rate.seconds })) === 0;
      },
      refund: async () => {
        await limiter.refund(key, rate);
        own.running -= 1;
        own.refunds += 1;
        const next = own.waiting.shift();
        if (next) next();
        else if (own.running === 0) end(key, own);
      },
    };
  }

  function end(key: string, own: Attempts): void {
    if (byKey.get(key) === own) byKey.delete(key);
    for (const proceed of own.waiting.splice(0)) proceed();
  }

  return {
    take: async (address) => {
      const key = `${name} ${networkOf(address)}`;
      for (;;) {
        const own = byKey.getOrInsertComputed(key, () => ({ running: 0, refunds: 0, waiting: [] }));
        const { refunds } = own;
        const wait = await limiter.take(key, rate);
        if (wait === 0) return begin(key, own);
        if (own.running > 0) await new Promise<void>((proceed) => own.waiting.push(proceed));
        else if (own.refunds === refunds) {
          end(key, own);
          return wait;
        }
      }
    },
  };
}
