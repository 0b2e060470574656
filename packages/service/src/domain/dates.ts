import { formatLocale } from './text.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(locale: string, timeZone: string, withTime: boolean): Intl.DateTimeFormat {
  return formats.getOrInsertComputed(`${locale}\0${timeZone}\0${withTime}`, () => {
    const time = withTime ? { timeStyle: 'short' as const } : {};
    return new Intl.DateTimeFormat(formatLocale(locale), { dateStyle: 'medium', ...time, timeZone });
  });
}

/** Formats an instant with date and time, in the locale and time zone. */
export function formatInstant(epochMs: number, locale: string, timeZone: string): string {
  return formatFor(locale, timeZone, true).format(epochMs);
}

const DAY_MS = 86_400_000;

/** Formats the end of a time: a day alone if it was given as one, which the catalogue keeps as its midnight in UTC. */
export function formatEnd(epochMs: number, locale: string, timeZone: string): string {
  if (epochMs % DAY_MS === 0) return formatFor(locale, 'UTC', false).format(epochMs);
  return formatInstant(epochMs, locale, timeZone);
}

/** Formats an instant with the name of its time zone, for pages that readers in other zones see. */
export function formatInZone(epochMs: number, locale: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat(formatLocale(locale), { timeZone, timeZoneName: 'short' });
  const zone = format.formatToParts(epochMs).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${formatInstant(epochMs, locale, timeZone)} ${zone}`;
}

/**
 * Formats a date or date-time; returns other texts unchanged. A date is the same day everywhere (interface decisions
 * 5).
 */
export function dateInZone(iso: string, locale: string, timeZone: string): string {
  const epochMs = Date.parse(iso);
  if (Number.isNaN(epochMs)) return iso;
  return iso.length === 10 ? formatFor(locale, 'UTC', false).format(epochMs) : formatInstant(epochMs, locale, timeZone);
}

/** Returns the UTC day of an instant as `yyyy-MM-dd`. */
export function utcDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
