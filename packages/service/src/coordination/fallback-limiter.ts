/**
 * Limits that nodes share, and that hold in each node by itself while the shared counts can't be reached. What the
 * shared counts permit is counted locally as well, so an outage gives no caller a second burst.
 */
import type { ActionLimiter, Rate, RateLimiter } from './rate-limiter.ts';

/** Returns a limiter that asks `shared`, or `local` whenever `shared` rejects. */
export function openFallbackLimiter(shared: RateLimiter, local: RateLimiter): RateLimiter {
  return {
    // Where nothing is limited, the check costs no turn of the event loop.
    take: (key, rate) => (rate.count === 0 ? 0 : takeEither(shared, local, key, rate)),
    refund: (key, rate, seconds) => (rate.count === 0 ? undefined : refundBoth(shared, local, key, rate, seconds)),
  };
}

/** The same for actions. */
export function openActionFallback(shared: ActionLimiter, local: ActionLimiter): ActionLimiter {
  return {
    take: (key, rate) => takeEither(shared, local, key, rate),
    peek: (key, rate, units) => shared.peek(key, rate, units).catch(() => local.peek(key, rate, units)),
    refund: (key, rate, seconds) => refundBoth(shared, local, key, rate, seconds),
  };
}

async function takeEither(shared: RateLimiter, local: RateLimiter, key: string, rate: Rate): Promise<number> {
  let wait: number;
  try {
    wait = await shared.take(key, rate);
  } catch {
    // Whoever opened the shared counts reports their outage.
    return await local.take(key, rate);
  }
  if (wait === 0) await local.take(key, rate);
  return wait;
}

async function refundBoth(shared: RateLimiter, local: RateLimiter, ...unit: [string, Rate, number]): Promise<void> {
  await Promise.allSettled([shared.refund(...unit), local.refund(...unit)]);
}
