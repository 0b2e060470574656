import { intervalOf, later, remainderOf, secondsBetween, secondsUntilFree } from './gcra.ts';
import type { Rate, RateLimiter } from './rate-limiter.ts';
import { newSketch, type Sketch, slotsOf } from './sketch.ts';

/** Allocates the counts of a limiter, which threads share. */
export function newRateCounts(): Sketch {
  return newSketch(BigInt64Array.BYTES_PER_ELEMENT);
}

/**
 * Opens a limiter in shared memory. A key has several slots, which other keys may delay too, so the earliest of their
 * times applies. All keys need rates of a similar `seconds / count`: keys with a slow rate delay their slots for longer
 * than keys with a fast one allow. `now` is a monotonic clock in nanoseconds that is the same in all threads.
 */
export function openMemoryRateLimiter(
  counts: Sketch,
  now: () => bigint = process.hrtime.bigint,
): RateLimiter & { take(key: string, rate: Rate): number; refund(key: string, rate: Rate, seconds: number): void } {
  /** When all units are free again, in nanoseconds of `now`. */
  const freeAt = new BigInt64Array(counts.slots);

  /** Delays a slot by a unit. */
  function delay(slot: number, time: bigint, unit: bigint): void {
    for (;;) {
      const before = Atomics.load(freeAt, slot);
      if (Atomics.compareExchange(freeAt, slot, before, later(before, time) + unit) === before) return;
    }
  }

  const earliestOf = (slots: readonly number[]) =>
    slots.reduce((least, slot) => earlier(least, Atomics.load(freeAt, slot)), FAR);

  return {
    take: (key, rate) => {
      if (rate.count === 0) return 0;
      const time = now();
      const slots = slotsOf(counts, key);
      const interval = intervalOf(rate);
      const wait = secondsUntilFree(earliestOf(slots), time, interval);
      if (wait > 0) return wait;
      for (const slot of slots) delay(slot, time, interval.unit);
      // Read again after all are delayed: of threads that delay them in turn, each would see itself first in one slot, but
      // the last to be done sees all of the others.
      const late = secondsBetween(time + interval.all, earliestOf(slots));
      // Another thread took the last unit after the check above.
      if (late > 0) for (const slot of slots) Atomics.sub(freeAt, slot, interval.unit);
      return late;
    },
    refund: (key, rate, seconds) => {
      const rest = rate.count === 0 ? 0n : remainderOf(intervalOf(rate), seconds);
      if (rest > 0n) for (const slot of slotsOf(counts, key)) Atomics.sub(freeAt, slot, rest);
    },
  };
}

/** Later than every time. */
const FAR = 2n ** 62n;

function earlier(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
