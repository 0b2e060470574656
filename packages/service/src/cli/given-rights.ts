/** Reads for whom, and until when, `abs token` and `abs sign` give rights. */
import type { Storage } from '../app/storage.ts';
import { parseIsoDate } from '../transfer/bundle/iso-date.ts';
import { UsageError } from './usage-error.ts';

/** Maximum number of users that an error message lists. */
const NAMED_USERS = 10;

export function readUser(text: string): number {
  if (!/^\d{1,16}$/.test(text)) throw new UsageError(`--user ${text} is not a user ID`);
  return Number(text);
}

/** Throws if the catalogue has no such user. */
export async function requireUser({ catalogue }: Storage, id: number): Promise<void> {
  const { users } = (await catalogue.snapshot()).model;
  if (users.has(id)) return;
  const some = users
    .values()
    .take(NAMED_USERS)
    .map((user) => `${user.id} (${user.name})`);
  const known = users.size === 0 ? 'none at all; users come with bundles' : [...some].join(', ');
  throw new Error(`the catalogue has no user ${id}, but ${known}`);
}

export const DAY_MS = 86_400_000;
const UNITS: ReadonlyMap<string, number> = new Map([
  ['h', 3_600_000],
  ['d', DAY_MS],
  ['w', 604_800_000],
]);

/**
 * Parses an expiry: `12h`, `90d` or `4w` from `now`, an ISO 8601 instant, or a day, which lasts until its end in UTC.
 * Returns UTC milliseconds; throws for other texts and for times in the past.
 */
export function readExpiry(text: string, now: number): number {
  const end = parseExpiry(text, now);
  if (end === undefined || end <= now) {
    throw new UsageError(`--expires ${text} is neither a date to come such as 2030-12-31 nor a time such as 90d`);
  }
  return end;
}

function parseExpiry(text: string, now: number): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  const length = UNITS.get(unit);
  if (length !== undefined) return now + Number(count) * length;
  const date = parseIsoDate(text);
  return date && (date.isDay ? date.epochMs + DAY_MS : date.epochMs);
}
