/**
 * Dates in searches (interface decisions 5): reads written dates and computes range bounds, also for natural-language
 * dates.
 */

/** Consecutive days: a single day, or all days of a month or year. */
interface Days {
  readonly kind: 'days';
  readonly first: Temporal.PlainDate;
  readonly last: Temporal.PlainDate;
}

/** From the start of a date to the end of another: the last 7 days, up to now. */
interface Span {
  readonly kind: 'span';
  readonly from: SearchedDate;
  readonly to: SearchedDate;
}

/** A date in a search: days, a point in time, or a span of both. */
export type SearchedDate = Days | Span | { readonly kind: 'moment'; readonly epochMs: number };

/**
 * One end of a date range in epoch milliseconds: `day`, the start of a day in the zone of the search, is for values without a
 * time.
 */
interface Bound {
  readonly instant: number;
  readonly day: number;
}

/** The time zone and the time that a search is evaluated in. */
export interface SearchTime {
  /** IANA name. */
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Largest distance from 1970 at which the day before and after exist everywhere: ECMAScript's limit less 2 days. */
const MAX_MS = 8.64e15 - 2 * 86_400_000;
/** Unsigned numbers with fewer digits are years, months or days. */
const EPOCH_MS = /^(?:\d{9,16}|[+-]\d{1,16})$/;
/** A time behind a day that is not written in the manner of ISO 8601. */
const TIME = String.raw`(?:,? (?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?: ?(?<half>am|pm))?)?$`;
const DAY_NOTATIONS = [
  /^(?<year>\d{4})(?:-(?<month>\d{1,2})(?:-(?<day>\d{1,2}))?)?$/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})?$/,
  new RegExp(String.raw`^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})${TIME}`, 'i'),
  new RegExp(String.raw`^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})${TIME}`, 'i'),
];
/** A week of ISO 8601, or a day of it. */
const WEEK = /^(?<year>\d{4})(?<dash>-?)W(?<week>\d{2})(?:\k<dash>(?<weekday>[1-7]))?$/i;
/** The end of a date-time: `Z`, an offset such as `+02:00`, `+0200` or `+02`, or nothing in the zone of the search. */
const ZONE = '(?<zone>Z|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)?$';
/** ISO 8601 date-times of calendar dates, in the extended and the basic format. */
const DATE_TIMES = [
  new RegExp(`^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}|[T ]\\d{2}:\\d{2}(?::[0-5]\\d(?:[.,]\\d{1,9})?)?)${ZONE}`, 'i'),
  new RegExp(`^\\d{8}T\\d{2}(?:\\d{2}(?:[0-5]\\d(?:[.,]\\d{1,9})?)?)?${ZONE}`, 'i'),
];
/** The end of a day, which `Temporal` does not read. */
const MIDNIGHT = /T24(?=(?::?00){0,2}(?:[.,]0+)?(?:Z|[+-]|$))/;

/**
 * Reads years and months (`2024`, `2024-06`, `202406`), weeks (`2024-W22`), days (`2024-06-01`, `20240601`,
 * `2024-W22-6`, `1.6.2024`, `6/1/2024`), ISO 8601 date-times and epoch milliseconds; undefined for anything else.
 */
export function readWrittenDate(text: string, { timeZone }: Pick<SearchTime, 'timeZone'>): SearchedDate | undefined {
  if (EPOCH_MS.test(text)) {
    const epochMs = Number(text);
    return Math.abs(epochMs) <= MAX_MS ? { kind: 'moment', epochMs } : undefined;
  }
  for (const notation of DAY_NOTATIONS) {
    const { year, month, day, hour, ...more } = notation.exec(text)?.groups ?? {};
    if (year === undefined) continue;
    const days = readDays(year, month, day);
    return hour === undefined ? days : days && at(days.first, timeOf({ hour, ...more }), timeZone);
  }
  const { year, week, weekday } = WEEK.exec(text)?.groups ?? {};
  if (year !== undefined) return readWeek(Number(year), Number(week), weekday);
  const match = DATE_TIMES.map((format) => format.exec(text)).find((found) => found !== null);
  return match ? readMoment(text, match.groups?.['zone'], timeZone) : undefined;
}

function readDays(year: string, month?: string, day?: string): Days | undefined {
  try {
    const date = { year: Number(year), month: Number(month ?? 1), day: Number(day ?? 1) };
    // Four-digit years are far from Temporal's limits, so adding a year or month cannot overflow.
    const first = Temporal.PlainDate.from(date, { overflow: 'reject' });
    if (day !== undefined) return oneDay(first);
    return month === undefined ? until(first, { years: 1 }) : until(first, { months: 1 });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readWeek(year: number, week: number, weekday: string | undefined): Days | undefined {
  // The 4th of January is in the first week of each year.
  const inFirst = Temporal.PlainDate.from({ year, month: 1, day: 4 });
  const monday = inFirst.subtract({ days: inFirst.dayOfWeek - 1 }).add({ weeks: week - 1 });
  if (monday.yearOfWeek !== year) return undefined;
  return weekday === undefined ? until(monday, { weeks: 1 }) : oneDay(monday.add({ days: Number(weekday) - 1 }));
}

/** Returns the time of day of these digits; undefined for one that does not exist. `half` may be `am` or `pm`. */
export function timeOf(written: Readonly<Record<string, string | undefined>>): Temporal.PlainTime | undefined {
  const [hour, minute, second] = ['hour', 'minute', 'second'].map((part) => Number(written[part] ?? 0));
  const half = written['half']?.toLowerCase();
  const isHalf = half === 'am' || half === 'pm';
  if (hour === undefined || (isHalf && (hour < 1 || hour > 12))) return undefined;
  try {
    const time = { hour: isHalf ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour, minute, second };
    return Temporal.PlainTime.from(time, { overflow: 'reject' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the moment of a time on a day; undefined without a time. */
export function at(
  day: Temporal.PlainDate,
  plainTime: Temporal.PlainTime | undefined,
  timeZone: string,
): SearchedDate | undefined {
  return plainTime && { kind: 'moment', epochMs: day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds };
}

export function oneDay(day: Temporal.PlainDate): Days {
  return { kind: 'days', first: day, last: day };
}

export function wholeMonth(day: Temporal.PlainDate): Days {
  return until(day.with({ day: 1 }), { months: 1 });
}

export function wholeYear(day: Temporal.PlainDate): Days {
  return until(day.with({ month: 1, day: 1 }), { years: 1 });
}

function until(first: Temporal.PlainDate, duration: { years: number } | { months: number } | { weeks: number }): Days {
  return { kind: 'days', first, last: first.add(duration).subtract({ days: 1 }) };
}

function readMoment(text: string, zone: string | undefined, timeZone: string): SearchedDate | undefined {
  try {
    const written = text.replace(' ', 'T').toUpperCase();
    const iso = written.replace(MIDNIGHT, 'T00');
    const hours = iso === written ? 0 : 24;
    const moment =
      zone === undefined
        ? Temporal.PlainDateTime.from(iso).add({ hours }).toZonedDateTime(timeZone)
        : Temporal.Instant.from(iso).add({ hours });
    return { kind: 'moment', epochMs: moment.epochMilliseconds };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the days of a date; for a point in time, its day in the time zone. */
export function daysOf(date: SearchedDate, timeZone: string): Days {
  if (date.kind === 'days') return date;
  if (date.kind === 'span') {
    return { kind: 'days', first: daysOf(date.from, timeZone).first, last: daysOf(date.to, timeZone).last };
  }
  return oneDay(Temporal.Instant.fromEpochMilliseconds(date.epochMs).toZonedDateTimeISO(timeZone).toPlainDate());
}

/** Returns the date as the lower end of a range. Days count from their first millisecond. */
export function lowerBound(date: SearchedDate, timeZone: string): Bound {
  if (date.kind === 'span') return lowerBound(date.from, timeZone);
  const { first } = daysOf(date, timeZone);
  const instant = date.kind === 'moment' ? date.epochMs : startOf(first, timeZone);
  return { instant, day: startOf(first, timeZone) };
}

/** Returns the date as the upper end of a range. Days count up to their last millisecond. */
export function upperBound(date: SearchedDate, timeZone: string): Bound {
  if (date.kind === 'span') return upperBound(date.to, timeZone);
  const { last } = daysOf(date, timeZone);
  const instant = date.kind === 'moment' ? date.epochMs : startOf(last.add({ days: 1 }), timeZone) - 1;
  return { instant, day: startOf(last, timeZone) };
}

function startOf(day: Temporal.PlainDate, timeZone: string): number {
  return day.toZonedDateTime(timeZone).epochMilliseconds;
}
