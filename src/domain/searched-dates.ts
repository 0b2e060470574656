/** Dates as searches write them (decisions 5): fixed notations, and words. */

/** A day of the calendar, or a moment. */
export type SearchedDate =
  | { readonly kind: 'day'; readonly day: Temporal.PlainDate }
  | { readonly kind: 'moment'; readonly epochMs: number };

/** One end of a range of dates: for values with a time an instant, for days the start of the day in UTC; epoch milliseconds. */
interface Bound {
  readonly instant: number;
  readonly day: number;
}

/** Where and when a search is made. */
export interface Here {
  /** IANA name. */
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Largest distance from 1970 in milliseconds: that of ECMAScript's time values, less two days, so that the day before and after exist in every time zone. */
const MOST_MS = 8.64e15 - 2 * 86_400_000;
const DAY_NOTATIONS = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
];
const DATE_TIME =
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?(?<zone>Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/i;

/** Reads `yyyy-MM-dd`, `dd.MM.yyyy`, `MM/dd/yyyy`, ISO 8601 date-times and epoch milliseconds; undefined for anything else. */
export function readNotedDate(text: string, { timeZone }: Pick<Here, 'timeZone'>): SearchedDate | undefined {
  if (/^-?\d{1,16}$/.test(text)) {
    const epochMs = Number(text);
    return Math.abs(epochMs) <= MOST_MS ? { kind: 'moment', epochMs } : undefined;
  }
  for (const notation of DAY_NOTATIONS) {
    const { year, month, day } = notation.exec(text)?.groups ?? {};
    if (year !== undefined) return readDay(Number(year), Number(month), Number(day));
  }
  const match = DATE_TIME.exec(text);
  return match ? readMoment(text, match.groups?.['zone'], timeZone) : undefined;
}

function readDay(year: number, month: number, day: number): SearchedDate | undefined {
  try {
    // A year of four digits is far from the limits.
    return { kind: 'day', day: Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' }) };
  } catch {
    return undefined;
  }
}

function readMoment(text: string, zone: string | undefined, timeZone: string): SearchedDate | undefined {
  try {
    const iso = text.replace(' ', 'T').toUpperCase();
    const moment =
      zone === undefined ? Temporal.PlainDateTime.from(iso).toZonedDateTime(timeZone) : Temporal.Instant.from(iso);
    return { kind: 'moment', epochMs: moment.epochMilliseconds };
  } catch {
    return undefined;
  }
}

/** The day of a date in the time zone. */
export function dayOf(date: SearchedDate, timeZone: string): Temporal.PlainDate {
  if (date.kind === 'day') return date.day;
  return Temporal.Instant.fromEpochMilliseconds(date.epochMs).toZonedDateTimeISO(timeZone).toPlainDate();
}

/** The date as the lower end of a range: a day is meant from its start. */
export function lowerBound(date: SearchedDate, timeZone: string): Bound {
  const day = dayOf(date, timeZone);
  const instant = date.kind === 'moment' ? date.epochMs : day.toZonedDateTime(timeZone).epochMilliseconds;
  return { instant, day: utcStart(day) };
}

/** The date as the upper end of a range: a day is meant up to its last millisecond. */
export function upperBound(date: SearchedDate, timeZone: string): Bound {
  const day = dayOf(date, timeZone);
  const instant =
    date.kind === 'moment' ? date.epochMs : day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds - 1;
  return { instant, day: utcStart(day) };
}

function utcStart(day: Temporal.PlainDate): number {
  return day.toZonedDateTime('UTC').epochMilliseconds;
}
