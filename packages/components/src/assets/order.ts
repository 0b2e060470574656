import type { SystemInformation } from '@asset-browsing-service/client';
import { type AssetQuery, searchOf } from './asset-query.ts';

/** The order of a list. An operator may have set one with several keys. */
export interface Order {
  /** `default` by relevance, else a key of `sort_order`. */
  readonly by: string;
  readonly direction: string;
}

/** What a service says of it. Older ones say less. */
export type OrderSettings = Partial<Pick<SystemInformation, 'defaults' | 'assetNameField' | 'assetDateField'>>;

/**
 * The order that a list has: the chosen one, else that of the operator, by relevance with a text, the newest photos first, or by
 * name.
 */
export function orderOf({ text, sorting }: AssetQuery, { defaults, assetDateField }: OrderSettings): Order {
  if (sorting && sorting.by !== 'default') return sorting;
  const { sort_order: by, sort_order_seq: direction = 'asc' } = defaults ?? {};
  if (by) return { by, direction };
  if (text) return { by: 'default', direction: 'asc' };
  if (assetDateField !== undefined) return { by: `info_${assetDateField}`, direction: 'desc' };
  return { by: 'name', direction: 'asc' };
}

/**
 * Returns the parameters of a search that lists the assets of a query in its order. The name of an asset is its title, if it has
 * one.
 */
export function listSearchOf(query: AssetQuery, about: OrderSettings): ReturnType<typeof searchOf> {
  const { by, direction } = orderOf(query, about);
  const isUsual = !query.sorting || query.sorting.by === 'default';
  if (by === 'default' || (isUsual && about.defaults?.['sort_order'])) return searchOf(query);
  const keys = by === 'name' && about.assetNameField !== undefined ? [`info_${about.assetNameField}`, by] : [by];
  const directions = keys.map(() => (direction === 'desc' ? ('desc' as const) : ('asc' as const)));
  return { ...searchOf(query), sort_order: keys, sort_order_seq: directions };
}

/** ID of the field that a list is ordered by; undefined if it is ordered by something else. */
export function fieldOf({ by }: Order): number | undefined {
  const [, field] = /^info_(\d+)$/.exec(by) ?? [];
  return field === undefined ? undefined : Number(field);
}
