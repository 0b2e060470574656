/** The arithmetic of GCRA (generic cell rate algorithm), which needs only one time per key: when all units are free. */
import type { Rate } from './rate-limiter.ts';

const NANOSECONDS = 1_000_000_000n;

/** How long one unit and all units of a rate take to become free again, in nanoseconds. */
export interface Interval {
  readonly unit: bigint;
  readonly all: bigint;
}

export function intervalOf({ count, seconds }: Rate): Interval {
  const unit = (BigInt(seconds) * NANOSECONDS) / BigInt(count);
  return { unit, all: unit * BigInt(count) };
}

/** Returns the whole seconds, rounded up, until `units` are free; 0 if they are. `freeAt` is when all of them are. */
export function secondsUntilFree(freeAt: bigint, time: bigint, { unit, all }: Interval, units = 1): number {
  return secondsBetween(time + all, later(freeAt, time) + unit * BigInt(units));
}

/** Returns the nanoseconds that a unit taken `seconds` ago still needs to become free; not positive if it is free. */
export function remainderOf({ unit }: Interval, seconds: number): bigint {
  return unit - BigInt(Math.round(seconds * Number(NANOSECONDS)));
}

/** Returns whole seconds, rounded up; 0 if `end` is not after `start`. */
export function secondsBetween(start: bigint, end: bigint): number {
  return end <= start ? 0 : Number((end - start + NANOSECONDS - 1n) / NANOSECONDS);
}

export function later(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
