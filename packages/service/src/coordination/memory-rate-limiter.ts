import type { Rate, RateLimiter } from './rate-limiter.ts';
import { newSketch, type Sketch, slotsOf } from './sketch.ts';

const NANOSECONDS = 1_000_000_000n;

/** Allocates the counts of a limiter, which threads share. */
export function newRateCounts(): Sketch {
  return newSketch(BigInt64Array.BYTES_PER_ELEMENT);
}

/**
 * Opens a limiter in shared memory. It uses GCRA (generic cell rate algorithm), which needs only one time per slot. A key
 * has several slots, which other keys may delay too, so the earliest of their times applies. `now` is a monotonic clock
 * in nanoseconds that is the same in all threads.
 */
export function openMemoryRateLimiter(
  counts: Sketch,
  now: () => bigint = process.hrtime.bigint,
): RateLimiter & { take(key: string, rate: Rate): number; peek(key: string, rate: Rate): number } {
  /** When all units are free again, in nanoseconds of `now`. */
  const freeAt = new BigInt64Array(counts.slots);

  function waitUntilFree(slots: readonly number[], time: bigint, { unit, all }: Interval): number {
    const earliest = slots.reduce((least, slot) => earlier(least, Atomics.load(freeAt, slot)), FAR);
    return secondsBetween(time + all, later(earliest, time) + unit);
  }

  /** Delays a slot by a unit and returns its new time. */
  function delay(slot: number, time: bigint, unit: bigint): bigint {
    for (;;) {
      const before = Atomics.load(freeAt, slot);
      const after = later(before, time) + unit;
      if (Atomics.compareExchange(freeAt, slot, before, after) === before) return after;
    }
  }

  return {
    take: (key, rate) => {
      if (rate.count === 0) return 0;
      const time = now();
      const slots = slotsOf(counts, key);
      const interval = intervalOf(rate);
      const wait = waitUntilFree(slots, time, interval);
      if (wait > 0) return wait;
      const earliest = slots.reduce((least, slot) => earlier(least, delay(slot, time, interval.unit)), FAR);
      const late = secondsBetween(time + interval.all, earliest);
      // Another thread took the last unit after `waitUntilFree`.
      if (late > 0) for (const slot of slots) Atomics.sub(freeAt, slot, interval.unit);
      return late;
    },
    peek: (key, rate) => (rate.count === 0 ? 0 : waitUntilFree(slotsOf(counts, key), now(), intervalOf(rate))),
    refund: (key, rate) => {
      if (rate.count === 0) return;
      for (const slot of slotsOf(counts, key)) Atomics.sub(freeAt, slot, intervalOf(rate).unit);
    },
  };
}

/** Later than every time. */
const FAR = 2n ** 62n;

/** How long one unit and all units of a rate take to become free again, in nanoseconds. */
interface Interval {
  readonly unit: bigint;
  readonly all: bigint;
}

function intervalOf({ count, seconds }: Rate): Interval {
  const unit = (BigInt(seconds) * NANOSECONDS) / BigInt(count);
  return { unit, all: unit * BigInt(count) };
}

/** Returns whole seconds, rounded up; 0 if `end` is not after `start`. */
function secondsBetween(start: bigint, end: bigint): number {
  return end <= start ? 0 : Number((end - start + NANOSECONDS - 1n) / NANOSECONDS);
}

function earlier(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

function later(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
