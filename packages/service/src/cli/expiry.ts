import { parseIsoDate } from '../transfer/bundle/iso-date.ts';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
]);
const DAY_MS = 86_400_000;

/**
 * Parses an expiry: `12h`, `90d` or `4w` from `now`, an ISO 8601 instant, or a day, which lasts until its end in UTC.
 * Returns UTC milliseconds, or undefined for other texts and for times in the past.
 */
export function readExpiry(text: string, now: number): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  const length = UNITS.get(unit);
  if (length !== undefined) return Number(count) > 0 ? now + Number(count) * length : undefined;
  const date = parseIsoDate(text);
  if (!date) return undefined;
  const end = date.isDay ? date.epochMs + DAY_MS : date.epochMs;
  return end > now ? end : undefined;
}
