import type { Client, DownloadInfo } from '@asset-browsing-service/client';
import { type AssetQuery, type DateRange, searchOf, withinLimits } from '../assets/asset-query.ts';
import { forEachLimited } from '../assets/for-each-limited.ts';
import { ALL_DATES, type DateKind, fieldOfDates, withRange } from './date-ranges.ts';

/** The years from `first` to `last`, both included, and the number of assets of a query in them. */
export interface YearCount {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** Number of bars of a histogram, because each costs one request. */
const MAX_BARS = 16;

/** Hours by which the time zone of the service may differ from UTC. */
const ZONES = 14;

/** Sort orders for the dates that every asset has. */
const ORDERS: Readonly<Record<DateKind, string | undefined>> = { uploaded: 'uploaddate', modified: 'lastmodified' };

/** Years per bar: round numbers, which are easy to read. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 1000];

/**
 * Counts the assets of a query by year, the latest first; years without assets are left out. Ignores the range of the query itself,
 * so that the person can choose another one, but not that of `limits`. Rejects with an error of the client.
 */
export async function countYears(
  client: Client,
  query: AssetQuery,
  limits: AssetQuery,
  kind: DateKind,
  signal: AbortSignal,
): Promise<readonly YearCount[]> {
  const searchWithin = (range: DateRange | undefined) => {
    const limited = withinLimits(withRange(query, kind, range), limits);
    return searchOf({ ...limited, isDeep: limited.isDeep ?? true });
  };
  const field = fieldOfDates(kind);
  // Assets without a date in the field have no year.
  const base = searchWithin(field === undefined ? undefined : ALL_DATES);

  /** The year of the first or the last asset, in the time zone where it is earliest or latest. */
  async function edge(direction: 'asc' | 'desc'): Promise<number | undefined> {
    const order = { sort_order: ORDERS[kind] ?? `info_${field}`, sort_order_seq: direction };
    const { items } = await client.node.search({ ...base, ...order, extended: true, paginate: 1 }, { signal });
    const [asset] = items;
    if (!asset) return undefined;
    const time =
      field === undefined ? asset[kind === 'uploaded' ? 'created' : 'modified'] : await timeOf(asset.id, field);
    const hours = direction === 'asc' ? -ZONES : ZONES;
    return time === undefined ? undefined : new Date(time + hours * 3_600_000).getUTCFullYear();
  }

  /** Loads the date in a field of an asset as milliseconds. Lists contain it only as text for people. */
  async function timeOf(asset: number, field: number): Promise<number | undefined> {
    const params = { downloadformats_for: asset, infofields: field };
    const { infofields_raw: raw } = (await client.asset.downloadformats_for(params, { signal })) as DownloadInfo;
    const time = raw?.[field];
    return typeof time === 'number' ? time : undefined;
  }

  const [first, last] = await Promise.all([edge('asc'), edge('desc')]);
  if (first === undefined || last === undefined) return [];
  const bars = barsOf(first, last);
  const counts: YearCount[] = [];
  await forEachLimited(bars, async (bar) => {
    const { total = 0 } = await client.node.search({ ...searchWithin(rangeOf(bar)), paginate: 1 }, { signal });
    counts.push({ ...bar, count: total });
  });
  return counts.filter(({ count }) => count > 0).toSorted((one, other) => other.first - one.first);
}

/** Divides years into at most `MAX_BARS` bars of equal length. */
export function barsOf(first: number, last: number): readonly Omit<YearCount, 'count'>[] {
  const startAt = (step: number) => Math.floor(first / step) * step;
  const countAt = (step: number) => Math.floor((last - startAt(step)) / step) + 1;
  const step = STEPS.find((each) => countAt(each) <= MAX_BARS) ?? 10_000;
  return Array.from({ length: countAt(step) }, (_, bar) => {
    const from = startAt(step) + bar * step;
    return { first: from, last: from + step - 1 };
  });
}

/** Returns the range of dates of these years. */
export function rangeOf({ first, last }: Pick<YearCount, 'first' | 'last'>): Required<DateRange> {
  return { after: `${yearText(first)}-01-01`, before: `${yearText(last)}-12-31` };
}

/** Writes a year with the four digits of ISO 8601. */
function yearText(year: number): string {
  return String(Math.min(9999, Math.max(1, year))).padStart(4, '0');
}
