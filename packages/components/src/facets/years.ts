import type { Client, DownloadInfo } from '@asset-browsing-service/client';
import { type AssetQuery, type DateRange, searchOf, withinLimits } from '../assets/asset-query.ts';
import { ALL_DATES, type DateKind, fieldOfDates, withRange } from './date-ranges.ts';

/** Years from `first` to `last`, both included, and the assets of a query in them. */
export interface YearCount {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** Bars of a histogram: each costs one request. */
const MOST_BARS = 16;

/** Requests at the same time, so that pictures on their way are not held up. */
const MOST_AT_ONCE = 4;

/** Hours by which the service's day may differ from that of UTC. */
const ZONES = 14;

/** Orders by the dates of every asset. */
const ORDERS: Readonly<Record<DateKind, string | undefined>> = { uploaded: 'uploaddate', modified: 'lastmodified' };

/** Years per bar that people can read. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 1000];

/**
 * Counts the assets of a query by year, the latest first; years without assets are left out. The range of the query itself is
 * left aside, so that another one can be chosen, but not that of `limits`. Rejects with an error of the client.
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

  /** The date in a field of an asset. Lists have it only as people read it. */
  async function timeOf(asset: number, field: number): Promise<number | undefined> {
    const asked = { downloadformats_for: asset, infofields: field };
    const { infofields_raw: raw } = (await client.asset.downloadformats_for(asked, { signal })) as DownloadInfo;
    const time = raw?.[field];
    return typeof time === 'number' ? time : undefined;
  }

  const [first, last] = await Promise.all([edge('asc'), edge('desc')]);
  if (first === undefined || last === undefined) return [];
  const bars = barsOf(first, last);
  const counts: YearCount[] = [];
  const waiting = bars.values();
  await Promise.all(
    Array.from({ length: MOST_AT_ONCE }, async () => {
      for (const bar of waiting) {
        const { total = 0 } = await client.node.search({ ...searchWithin(rangeOf(bar)), paginate: 1 }, { signal });
        counts.push({ ...bar, count: total });
      }
    }),
  );
  return counts.filter(({ count }) => count > 0).toSorted((one, other) => other.first - one.first);
}

/** Divides years into so few equal parts that each can be counted. */
export function barsOf(first: number, last: number): readonly Omit<YearCount, 'count'>[] {
  const startAt = (step: number) => Math.floor(first / step) * step;
  const countAt = (step: number) => Math.floor((last - startAt(step)) / step) + 1;
  const step = STEPS.find((each) => countAt(each) <= MOST_BARS) ?? 10_000;
  return Array.from({ length: countAt(step) }, (_, bar) => {
    const from = startAt(step) + bar * step;
    return { first: from, last: from + step - 1 };
  });
}

/** The range of dates of some years. */
export function rangeOf({ first, last }: Pick<YearCount, 'first' | 'last'>): DateRange {
  return { after: `${yearText(first)}-01-01`, before: `${yearText(last)}-12-31` };
}

/** True if a range is that of some years. */
export function isRangeOf(range: DateRange | undefined, years: YearCount): boolean {
  const { after, before } = rangeOf(years);
  return range?.after === after && range?.before === before;
}

/** A year in the four digits that ISO 8601 wants. */
function yearText(year: number): string {
  return String(Math.min(9999, Math.max(1, year))).padStart(4, '0');
}
