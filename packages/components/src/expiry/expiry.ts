import type { Asset } from '@asset-browsing-service/client';

/** That an asset may no longer be used, or only for a short time. */
export interface Expiry {
  readonly isExpired: boolean;
  /** A time within the last day on which it may be used, in milliseconds since 1970. */
  readonly lastDay: number;
}

const DAY = 86_400_000;

/** An end that is further away is not worth a warning. */
const SOON_DAYS = 30;

/**
 * Returns the expiry of an asset that has expired, or expires within 30 days; undefined for any other, and for a date that cannot be
 * read. `now` is in milliseconds since 1970.
 */
export function expiryOf({ valid_until: until }: Pick<Asset, 'valid_until'>, now: number): Expiry | undefined {
  const end = typeof until === 'number' ? endOf(until) : Number.NaN;
  // Not `>`, which is false for NaN as well.
  if (!(end - now <= SOON_DAYS * DAY)) return undefined;
  return { isExpired: now >= end, lastDay: end - 1 };
}

/**
 * Returns the first time at which an asset may no longer be used. A day without a time arrives as its midnight in UTC. It belongs to
 * the time in which the asset may be used, and ends when it ends where the person is.
 */
function endOf(until: number): number {
  const date = new Date(until);
  if (until % DAY !== 0) return date.getTime();
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1).getTime();
}
