import type { AssetQuery, DateRange } from '../assets/asset-query.ts';
import { withFilter } from './with-filter.ts';

/** A date by which assets can be found: that of the upload, of the last change, or `date_<ID>` for a field with dates. */
export type DateKind = 'uploaded' | 'modified' | `date_${number}`;

/** A range that contains every date. */
export const ALL_DATES: DateRange = { after: '0001-01-01' };

/** The dates that every asset has. */
export const OWN_DATES: readonly DateKind[] = ['uploaded', 'modified'];

/** Returns the ID of the field with dates; undefined for the dates that every asset has, and for other facets. */
export function fieldOfDates(kind: string): number | undefined {
  const [, field] = /^date_(\d+)$/.exec(kind) ?? [];
  return field === undefined ? undefined : Number(field);
}

/** Returns the range of dates of a query; undefined if it has none. */
export function rangeIn(query: AssetQuery, kind: DateKind): DateRange | undefined {
  if (kind === 'uploaded' || kind === 'modified') return query[kind];
  const value = query.filters?.find(({ facet }) => facet === kind)?.values[0];
  return value === undefined ? undefined : readDateRange(String(value));
}

/** Returns the query with another range of dates, or without one. */
export function withRange(query: AssetQuery, kind: DateKind, range: DateRange | undefined): AssetQuery {
  if (kind !== 'uploaded' && kind !== 'modified') return withFilter(query, kind, range ? [writeDateRange(range)] : []);
  const { [kind]: _, ...others } = query;
  return range ? { ...others, [kind]: range } : others;
}

/**
 * Reads a range as filters and addresses write it: `2020-01-01_2020-12-31`, where one of the ends may be missing. Returns undefined
 * for any other text.
 */
export function readDateRange(text: string): DateRange | undefined {
  const [, after, before] = /^(\d{4}-\d\d-\d\d)?_(\d{4}-\d\d-\d\d)?$/.exec(text) ?? [];
  // The service refuses a request with a day that does not exist.
  if (![after, before].every((date) => date === undefined || isDay(date))) return undefined;
  return after || before ? { ...(after && { after }), ...(before && { before }) } : undefined;
}

/** Writes a range as `readDateRange` reads it. */
export function writeDateRange({ after = '', before = '' }: DateRange): string {
  return `${after}_${before}`;
}

function isDay(date: string): boolean {
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
