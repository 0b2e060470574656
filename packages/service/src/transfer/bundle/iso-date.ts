import { utcDay } from '../../domain/dates.ts';

/** A date of a bundle: a day without a time, or an instant. */
export type IsoDate = { readonly day: string; readonly epochMs: number; readonly isDay: boolean };

const DAY_MS = 86_400_000;
const SHAPE =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:[0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,12}))?)?(?:Z|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)?)?$/;

/**
 * Parses an ISO 8601 calendar date, alone or with a time and a zone offset; without an offset it is UTC (catalogue:
 * dates). Truncates fractions finer than a millisecond and accepts `24:00` as the end of the day. Returns `undefined`
 * for anything else, including impossible days and instants outside the years 0000 to 9999. `day` is the UTC day as
 * `yyyy-MM-dd`.
 */
export function parseIsoDate(text: string): IsoDate | undefined {
  const [, day = '', time, seconds = '00', fraction = '', hours = '+00', minutes = '00'] = SHAPE.exec(text) ?? [];
  const midnight = Date.parse(day);
  // `Date` reads 30 February as 1 March.
  if (Number.isNaN(midnight) || new Date(midnight).getUTCDate() !== Number(day.slice(8))) return undefined;
  if (time === undefined) return { day, epochMs: midnight, isDay: true };

  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const epochMs = Date.parse(`${day}T${time}:${seconds}.${milliseconds}${hours}:${minutes}`);
  if (Number.isNaN(epochMs)) return undefined;
  // Formatting a day takes most of the time, and nearly always it is the one that the text names.
  const ownDay = epochMs >= midnight && epochMs < midnight + DAY_MS ? day : utcDay(epochMs);
  // Other years have six digits and a sign.
  return /^\d{4}-/.test(ownDay) ? { day: ownDay, epochMs, isDay: false } : undefined;
}
