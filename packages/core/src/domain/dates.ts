/** Writes instants and stated times for readers, in their language and time zone, and converts one into the other. */
import type { StatedTime } from './model.ts';
import { formatLocale } from './text.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(locale: string, timeZone: string, withTime: boolean): Intl.DateTimeFormat {
  return formats.getOrInsertComputed(`${locale}\0${timeZone}\0${withTime}`, () => {
    const time = withTime ? { timeStyle: 'short' as const } : {};
    return new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'medium', ...time, timeZone });
  });
}

/** Formats an instant with date and time, in the locale and time zone. */
function formatInstant(epochMs: number, locale: string, timeZone: string): string {
  return formatFor(locale, timeZone, true).format(epochMs);
}

/** Formats a stated time: an instant in the time zone, anything else as written. */
export function formatTime(time: StatedTime, locale: string, timeZone: string): string {
  return typeof time === 'number' ? formatInstant(time, locale, timeZone) : dateInZone(time, locale, timeZone);
}

/** Returns the instant of a stated time: of a day its start, of local time when clocks show it, both in the time zone. */
export function epochOf(time: StatedTime, timeZone: string): number {
  return typeof time === 'number' ? time : instantOf(time, timeZone);
}

/** Formats an instant with the name of its time zone, for pages that readers in other zones see. */
export function formatInZone(epochMs: number, locale: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(formatLocale(locale), { timeZone, timeZoneName: 'short' });
  const zone = format.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${formatInstant(epochMs, locale, timeZone)} ${zone}`;
}

/** Local time: a date-time without an offset. */
const LOCAL_TIME = /T[\d:.]+$/;

/** Whether a date or date-time in ISO 8601 is a day without a time. */
export function isDay(iso: string): boolean {
  return iso.length === 10;
}

/**
 * Formats a date or date-time; returns other texts unchanged. A date is the same day everywhere (interface decisions
 * 5), and local time is shown as written in every zone (2).
 */
export function dateInZone(iso: string, locale: string, timeZone: string): string {
  const isLocal = LOCAL_TIME.test(iso);
  const epochMs = instantOf(iso, 'UTC');
  if (Number.isNaN(epochMs)) return iso;
  if (isDay(iso)) return formatFor(locale, 'UTC', false).format(epochMs);
  return formatInstant(epochMs, locale, isLocal ? 'UTC' : timeZone);
}

/**
 * Returns the instant of a date or date-time in epoch milliseconds: of a date the start of that day, of local time when
 * clocks show it, both in the time zone. NaN for other texts.
 */
export function instantOf(iso: string, timeZone: string): number {
  const isDate = isDay(iso);
  if (!isDate && !LOCAL_TIME.test(iso)) return Date.parse(iso);
  const inUtc = Date.parse(isDate ? iso : `${iso}Z`);
  if (timeZone === 'UTC' || Number.isNaN(inUtc)) return inUtc;
  if (isDate) return Temporal.PlainDate.from(iso).toZonedDateTime(timeZone).epochMilliseconds;
  return Temporal.PlainDateTime.from(iso).toZonedDateTime(timeZone).epochMilliseconds;
}

/** Returns local time, ISO 8601 without an offset, by the epoch milliseconds that it would be in UTC. */
export function localTime(inUtcMs: number): string {
  return new Date(inUtcMs).toISOString().replace(/(?:\.000)?Z$/, '');
}

/** Returns the UTC day of an instant as `yyyy-MM-dd`. */
export function utcDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
