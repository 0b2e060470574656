import type { AssetQuery } from '../assets/asset-query.ts';
import { type OrderSettings, orderOf } from '../assets/order.ts';
import type { TextKey } from '../texts/en.ts';

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

/** Returns the orders of a list. */
export function ordersOf(query: AssetQuery, about: OrderSettings): Orders {
  const { by, direction } = orderOf(query, about);
  const { sorting: _, ...unsorted } = query;
  const implied = orderOf(unsorted, about);
  const taken =
    about.assetDateField === undefined ? [] : ['desc', 'asc'].map((each) => `info_${about.assetDateField}-${each}`);
  return {
    usual: [...(implied.by === 'default' ? ['default'] : []), ...taken, ...USUAL],
    // The service knows two names of this order.
    current: by === 'default' ? by : `${by}-${direction}`.replace('filesize', 'size'),
  };
}

/** The text of a usual order. That of the dates of photos is the same whatever their field is called. */
export function usualText(order: string): TextKey {
  return `browse.sort.${order.replace(/^info_\d+/, 'taken')}` as TextKey;
}
