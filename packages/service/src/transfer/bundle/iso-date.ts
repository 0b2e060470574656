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
const TIME = /^T(\d\d):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,12}))?)?(?:(Z)|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?$/;

/**
 * Parses an ISO 8601 calendar date, alone or with a time, and then with or without a zone offset (catalogue: dates).
 * Truncates fractions finer than a millisecond and accepts `24:00` as the end of the day. Returns `undefined` for anything
 * else, including impossible days and instants outside the years 0000 to 9999. `day` is the UTC day as `yyyy-MM-dd`.
 */
export function parseIsoDate(text: string): IsoDate | undefined {
  const midnight = midnightOf(text);
  if (midnight === undefined) return undefined;
  if (text.length === 10) return { day: text, epochMs: midnight, isDay: true, isLocal: false };
  const day = text.slice(0, 10);
  const found = TIME.exec(text.slice(10));
  if (!found) return undefined;

  const [, hour, minute, second = 0, fraction = '', utc, sign, hours = 0, minutes = 0] = found;
  const timeMs =
    ((Number(hour) * 60 + Number(minute)) * 60 + +second) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  if (timeMs > DAY_MS) return undefined;
  const offsetMs = (+hours * 60 + +minutes) * 60_000;
  const epochMs = midnight + timeMs - (sign === '-' ? -offsetMs : offsetMs);
  const isLocal = utc === undefined && sign === undefined;
  if (epochMs >= midnight && epochMs < midnight + DAY_MS) return { day, epochMs, isDay: false, isLocal };
  const ownDay = utcDay(epochMs);
  // Other years have six digits and a sign.
  return /^\d{4}-/.test(ownDay) ? { day: ownDay, epochMs, isDay: false, isLocal } : undefined;
}

/** Days of the months in a leap year. */
const MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Returns the first instant of the day, in UTC, with which a text begins. A bundle may have millions of dates, and `Date`
 * takes several times as long.
 */
function midnightOf(text: string): number | undefined {
  const year = digits(text, 0, 4);
  const month = digits(text, 5, 7);
  const day = digits(text, 8, 10);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && !isLeap ? 28 : (MONTHS[month - 1] ?? 0);
  // Nothing is at most not a number.
  if (!(year >= 0 && day >= 1 && day <= days && text[4] === '-' && text[7] === '-')) return undefined;
  // Years that begin in March end with the leap day.
  const since = month <= 2 ? year - 1 : year;
  const leaps = Math.floor(since / 4) - Math.floor(since / 100) + Math.floor(since / 400);
  const inYear = Math.floor((((month + 9) % 12) * 306 + 5) / 10) + day - 1;
  return (since * 365 + leaps + inYear - DAYS_TO_1970) * DAY_MS;
}

/** From the first of March of the year 0. */
const DAYS_TO_1970 = 719_468;

/** The number from `start` to `end`; not a number unless all are digits. */
function digits(text: string, start: number, end: number): number {
  let number = 0;
  for (let i = start; i < end; i += 1) {
    const digit = text.charCodeAt(i) - 48;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  return number;
}
