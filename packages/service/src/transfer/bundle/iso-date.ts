import { utcDay } from '../../../../core/src/domain/dates.ts';

/**
 * A date of a bundle: a day without a time, local time, which is a date-time without an offset, or an instant. The last two
 * have `isDay` false, and local time has the `epochMs` that it has in UTC.
 */
export type IsoDate = {
  readonly day: string;
  readonly epochMs: number;
  readonly isDay: boolean;
  readonly isLocal: boolean;
};

const DAY_MS = 86_400_000;
const SHAPE =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(\d\d))(?:T(\d\d):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,12}))?)?(?:(Z)|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?)?$/;

/**
 * Parses an ISO 8601 calendar date, alone or with a time, and then with or without a zone offset (catalogue: dates).
 * Truncates fractions finer than a millisecond and accepts `24:00` as the end of the day. Returns `undefined` for anything
 * else, including impossible days and instants outside the years 0000 to 9999. `day` is the UTC day as `yyyy-MM-dd`.
 */
export function parseIsoDate(text: string): IsoDate | undefined {
  const found = SHAPE.exec(text);
  if (!found) return undefined;
  const [, day = '', dayOfMonth, hour, minute, second = 0, fraction = '', utc, sign, hours = 0, minutes = 0] = found;
  const midnight = Date.parse(day);
  // `Date` takes 30 February for 1 March.
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(dayOfMonth)) return undefined;
  if (hour === undefined) return { day, epochMs: midnight, isDay: true, isLocal: false };

  // A bundle may have millions of dates. With `Date.parse` and a formatted day, one with a time takes twice as long.
  const timeMs = ((+hour * 60 + Number(minute)) * 60 + +second) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  if (timeMs > DAY_MS) return undefined;
  const offsetMs = (+hours * 60 + +minutes) * 60_000;
  const epochMs = midnight + timeMs - (sign === '-' ? -offsetMs : offsetMs);
  const ownDay = epochMs >= midnight && epochMs < midnight + DAY_MS ? day : utcDay(epochMs);
  // Other years have six digits and a sign.
  const isLocal = utc === undefined && sign === undefined;
  return /^\d{4}-/.test(ownDay) ? { day: ownDay, epochMs, isDay: false, isLocal } : undefined;
}
