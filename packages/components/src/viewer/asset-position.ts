import type { AssetQuery } from '../assets/asset-query.ts';
import { listSearchOf } from '../assets/order.ts';
import { pageSizeFor } from '../assets/page-size.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** Number of assets per request: what services allow by default, because entries without fields are short. */
const MAX_ASSETS = 1000;

/** After so many requests, the position counts as unknown, because a list may have a million assets. */
const MAX_REQUESTS = 10;

/** A list of assets, and where to look first. */
export interface SearchedList {
  readonly query: AssetQuery;
  /** Number of its assets. */
  readonly total: number;
  /** Position at which the search begins. It goes on in both directions. */
  readonly hint: number;
}

/**
 * Resolves with the position of the asset with this ID; undefined if it is not in the list, or too far from the hint. Rejects with
 * the error of a request, or the reason of the signal.
 */
export async function positionOf(
  { client, about }: Pick<Catalogue, 'client' | 'about'>,
  { query, total, hint }: SearchedList,
  id: number,
  signal: AbortSignal,
): Promise<number | undefined> {
  const paginate = pageSizeFor(about, MAX_ASSETS);
  const first = Math.floor(hint / paginate);
  const pages = Array.from({ length: Math.ceil(total / paginate) }, (_, page) => page);
  const nearest = pages.toSorted((one, other) => Math.abs(one - first) - Math.abs(other - first));
  for (const page of nearest.slice(0, MAX_REQUESTS)) {
    const { items } = await client.node.search({ ...listSearchOf(query, about), paginate, page: page + 1 }, { signal });
    const index = items.findIndex((asset) => asset.id === id);
    if (index >= 0) return page * paginate + index;
  }
  return undefined;
}
