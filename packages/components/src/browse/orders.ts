import type { AssetQuery } from '../assets/asset-query.ts';

/** The orders of a list, each as addresses write it: `name-asc`, `info_12-desc`; `default` is by relevance. */
export interface Orders {
  /** Those to choose from, which have texts in the first view. */
  readonly usual: readonly string[];
  /** The order that the list has. */
  readonly current: string;
}

const USUAL = [
  'name-asc',
  'name-desc',
  'uploaddate-desc',
  'uploaddate-asc',
  'lastmodified-desc',
  'size-desc',
  'size-asc',
  'extension-asc',
  'duration-desc',
  'rating-desc',
];

/** Returns the orders of a list. `defaults` are the values of the service for parameters that a request does not have. */
export function ordersOf(
  { text, sorting }: AssetQuery,
  { sort_order: by, sort_order_seq: direction = 'asc' }: Readonly<Record<string, string>>,
): Orders {
  const implied = by ? `${by}-${direction}` : text ? 'default' : 'name-asc';
  const given = sorting && sorting.by !== 'default' ? `${sorting.by}-${sorting.direction}` : implied;
  // The service knows two names of this order.
  return { usual: implied === 'default' ? [implied, ...USUAL] : USUAL, current: given.replace('filesize', 'size') };
}
