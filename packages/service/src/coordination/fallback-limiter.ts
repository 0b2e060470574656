/**
 * Limits that nodes share, and that hold in each node by itself while the shared counts can't be reached. What the
 * shared counts permit is counted locally as well, so an outage gives no caller a second burst.
 */
import { LRUCache } from 'lru-cache';
import type { ActionLimiter, Rate, RateLimiter } from './rate-limiter.ts';

/** Most keys of which is remembered that a limiter lacks units; the least recently used is forgotten first. */
const MAX_LACKING = 10_000;

/** Returns a limiter that asks `shared`, or `local` whenever `shared` rejects. */
export function openFallbackLimiter(shared: RateLimiter, local: RateLimiter): RateLimiter {
  const { take, refund } = openBoth(shared, local);
  return {
    // Where nothing is limited, the check costs no turn of the event loop.
    take: (key, rate) => (rate.count === 0 ? 0 : take(key, rate)),
    refund: (key, rate, seconds) => (rate.count === 0 ? undefined : refund(key, rate, seconds)),
  };
}

/** The same for actions. */
export function openActionFallback(shared: ActionLimiter, local: ActionLimiter): ActionLimiter {
  return {
    ...openBoth(shared, local),
    peek: (key, rate, units) => shared.peek(key, rate, units).catch(() => local.peek(key, rate, units)),
  };
}

function openBoth(shared: RateLimiter, local: RateLimiter) {
  const sharedLacks = openLacking();
  const localLacks = openLacking();
  return {
    take: async (key: string, rate: Rate): Promise<number> => {
      let wait: number;
      try {
        wait = await shared.take(key, rate);
      } catch {
        // Whoever opened the shared counts reports their outage.
        wait = await local.take(key, rate);
        if (wait === 0) sharedLacks.add(key, rate);
        return wait;
      }
      // After an outage, the local counts may be full where the shared ones aren't.
      if (wait === 0 && (await local.take(key, rate)) > 0) localLacks.add(key, rate);
      return wait;
    },
    refund: async (...unit: [string, Rate, number]): Promise<void> => {
      const [key] = unit;
      const refunds = [sharedLacks.remove(key) ? undefined : shared.refund(...unit)];
      if (!localLacks.remove(key)) refunds.push(local.refund(...unit));
      await Promise.allSettled(refunds);
    },
  };
}

/** Units that were permitted and that a limiter has not taken, by key, so that they aren't refunded there. */
function openLacking() {
  const units = new LRUCache<string, number>({ maxSize: MAX_LACKING, sizeCalculation: () => 1 });
  return {
    add: (key: string, { seconds }: Rate): void => {
      units.set(key, (units.get(key) ?? 0) + 1, { ttl: seconds * 1000 });
    },
    /** Returns whether there was one. */
    remove: (key: string): boolean => {
      const count = units.get(key) ?? 0;
      if (count > 1) units.set(key, count - 1);
      else units.delete(key);
      return count > 0;
    },
  };
}
