import { LRUCache } from 'lru-cache';
import { intervalOf, later, remainderOf, secondsUntilFree } from './gcra.ts';
import type { ActionLimiter } from './rate-limiter.ts';

/** Most keys; the least recently used is forgotten first. */
const CAPACITY = 100_000;

/** Opens a limiter that counts each key by itself, in the thread that opens it. `now` is monotonic, in nanoseconds. */
export function openExactRateLimiter(now: () => bigint = process.hrtime.bigint): ActionLimiter {
  /** When all units of a key are free again, in nanoseconds of `now`. */
  const freeAt = new LRUCache<string, bigint>({
    // With `max`, the cache would reserve memory for all keys at once: a megabyte, and 12 ms of each start.
    maxSize: CAPACITY,
    sizeCalculation: () => 1,
  });
  return {
    take: async (key, rate) => {
      if (rate.count === 0) return 0;
      const time = now();
      const free = freeAt.get(key) ?? time;
      const interval = intervalOf(rate);
      const wait = secondsUntilFree(free, time, interval);
      if (wait === 0) freeAt.set(key, later(free, time) + interval.unit);
      return wait;
    },
    peek: async (key, rate, units = 1) => {
      if (rate.count === 0) return 0;
      const time = now();
      return secondsUntilFree(freeAt.get(key) ?? time, time, intervalOf(rate), units);
    },
    refund: async (key, rate, seconds) => {
      const free = freeAt.get(key);
      if (rate.count === 0 || free === undefined) return;
      const rest = remainderOf(intervalOf(rate), seconds);
      if (rest > 0n) freeAt.set(key, free - rest);
    },
  };
}
