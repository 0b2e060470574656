import type { Asset } from '@asset-browsing-service/client';

/** That an asset may not be used any more or yet, or only for a short time. */
export interface Expiry {
  readonly state: 'expired' | 'ending' | 'upcoming';
  /** The day to name: the last day of use, or the first of an upcoming asset, as a time within it. */
  readonly day: number;
  /** Where it is that day: the zone of the service for a whole day, else undefined, for that of the person. */
  readonly zone: string | undefined;
}

const DAY = 86_400_000;
const zoneFormats = new Map<string, Intl.DateTimeFormat>();

/** An end that is further away is not worth a warning. */
const SOON_DAYS = 30;

/**
 * Returns the expiry of an asset that has expired, expires within 30 days or `soonDays`, or is not valid yet; undefined for any
 * other, and for times that cannot be read. `now` is in milliseconds since 1970, `timeZone` that of the service, in which days
 * begin and end.
 */
export function expiryOf(
  { valid_from: from, valid_until: until }: Pick<Asset, 'valid_from' | 'valid_until'>,
  now: number,
  timeZone: string,
  soonDays = SOON_DAYS,
): Expiry | undefined {
  const [begin, end] = [timeOf(from), timeOf(until)];
  // An asset with a day ends with the midnight after it.
  const zoneOf = (time: number) => (dayIn(timeZone, time) === dayIn(timeZone, time - 1) ? undefined : timeZone);
  if (now < begin && !(now >= end)) return { state: 'upcoming', day: begin, zone: zoneOf(begin) };
  // Not `>`, which is false for NaN as well.
  if (!(end - now <= soonDays * DAY)) return undefined;
  return { state: now >= end ? 'expired' : 'ending', day: end - 1, zone: zoneOf(end) };
}

/** Returns a time; NaN for none. */
function timeOf(value: unknown): number {
  return typeof value === 'number' ? new Date(value).getTime() : Number.NaN;
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
