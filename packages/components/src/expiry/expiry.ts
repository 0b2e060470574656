import type { Asset } from '@asset-browsing-service/client';

/** That an asset may no longer be used, or only for a short time. */
export interface Expiry {
  readonly isExpired: boolean;
  /** A time within the last day on which it may be used, in milliseconds since 1970. */
  readonly lastDay: number;
}

const DAY = 86_400_000;
const zoneFormats = new Map<string, Intl.DateTimeFormat>();

/** An end that is further away is not worth a warning. */
const SOON_DAYS = 30;

/**
 * Returns the expiry of an asset that has expired, or expires within 30 days; undefined for any other, and for a date that cannot be
 * read. `now` is in milliseconds since 1970, `timeZone` that of the service.
 */
export function expiryOf(
  { valid_until: until }: Pick<Asset, 'valid_until'>,
  now: number,
  timeZone: string,
): Expiry | undefined {
  const end = typeof until === 'number' ? endOf(until, timeZone) : Number.NaN;
  // Not `>`, which is false for NaN as well.
  if (!(end - now <= SOON_DAYS * DAY)) return undefined;
  return { isExpired: now >= end, lastDay: end - 1 };
}

/**
 * Returns the first time at which an asset may no longer be used. A day without a time arrives as its start in the time zone of the
 * service. It belongs to the time in which the asset may be used, and ends when it ends where the person is.
 */
function endOf(until: number, timeZone: string): number {
  const end = new Date(until).getTime();
  const day = dayIn(timeZone, end);
  if (Number.isNaN(end) || day === dayIn(timeZone, end - 1)) return end;
  const [month = 0, dayOfMonth = 0, year = 0] = day.split('/').map(Number);
  return new Date(year, month - 1, dayOfMonth + 1).getTime();
}

/** Returns the day of a time in a time zone, as in `5/3/2026`; empty for a time that is none. */
function dayIn(timeZone: string, time: number): string {
  if (Number.isNaN(new Date(time).getTime())) return '';
  const format =
    zoneFormats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' });
  zoneFormats.set(timeZone, format);
  return format.format(time);
}
