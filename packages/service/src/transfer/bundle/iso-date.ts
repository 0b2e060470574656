/** A date of a bundle: a day without a time, or an instant. */
export type IsoDate = { readonly day: string; readonly epochMs: number; readonly isDay: boolean };

const SHAPE = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,12}))?)?(Z|[+-]\d\d(?::?\d\d)?)?)?$/;

const DAY_MS = 86_400_000;
const LAST_MS = 253_402_300_799_999; // 9999-12-31T23:59:59.999Z
const FIRST_MS = -62_167_219_200_000; // 0000-01-01T00:00:00Z

/**
 * Parses an ISO 8601 calendar date, alone or with a time and a zone offset; without an offset it is UTC (catalogue:
 * dates). Truncates fractions finer than a millisecond and accepts `24:00` as the end of the day. Returns `undefined`
 * for anything else, including impossible days and instants outside the years 0000 to 9999. `day` is the UTC day as
 * `yyyy-MM-dd`.
 */
export function parseIsoDate(text: string): IsoDate | undefined {
  const match = SHAPE.exec(text);
  if (match === null) return undefined;
  const [, years = '', months = '', days = '', hours, minutes = '', seconds = '0', fraction = '', zone = 'Z'] = match;
  const year = Number(years);
  const month = Number(months);
  const day = Number(days);
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  const midnight = daysSince1970(year, month, day) * DAY_MS;
  if (hours === undefined) return { day: text, epochMs: midnight, isDay: true };

  const timeMs = timeOfDay(
    Number(hours),
    Number(minutes),
    Number(seconds),
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  );
  const offsetMs = offset(zone);
  if (timeMs === undefined || offsetMs === undefined) return undefined;
  const epochMs = midnight + timeMs - offsetMs;
  if (epochMs < FIRST_MS || epochMs > LAST_MS) return undefined;
  return { day: new Date(epochMs).toISOString().slice(0, 10), epochMs, isDay: false };
}

function timeOfDay(hour: number, minute: number, second: number, millisecond: number): number | undefined {
  const ms = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
  return hour <= 24 && minute < 60 && second < 60 && ms <= DAY_MS ? ms : undefined;
}

function offset(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * Uses the proleptic Gregorian calendar. `Date.UTC` isn't suitable, because it takes the years 0 to 99 for 1900 to
 * 1999.
 */
function daysSince1970(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}
