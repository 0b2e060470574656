import { isDay, localTime, utcDay } from '../../../core/src/domain/dates.ts';
import type { StatedTime } from '../../../core/src/domain/model.ts';

/** What is added to the milliseconds, which are whole, to mark local time and days. */
const LOCAL = 0.5;
const DAY = 0.25;

/**
 * Returns a stated time as tables keep it: one number, so that rows sort by it, in UTC milliseconds. Local time and days
 * have those that they have in UTC, and a fraction says which of them it is.
 */
export function timeCell(time: StatedTime): number {
  if (typeof time === 'number') return time;
  return isDay(time) ? Date.parse(time) + DAY : Date.parse(`${time}Z`) + LOCAL;
}

/** Returns the stated time that `timeCell` made into a number. */
export function readTime(cell: unknown): StatedTime {
  const time = Number(cell);
  const whole = Math.floor(time);
  if (time - whole === LOCAL) return localTime(whole);
  return time - whole === DAY ? utcDay(whole) : time;
}
