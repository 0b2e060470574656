import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { forEachLimited } from './for-each-limited.ts';
import { pageSizeFor } from './page-size.ts';

/** Most IDs in one request, so that its address stays short. */
const MOST_IDS = 200;

/**
 * Loads assets by their IDs, with these information fields. Those that do not exist, or are hidden from the caller, are missing
 * in the result.
 */
export async function assetsById(
  { client, about }: Pick<Catalogue, 'client' | 'about'>,
  ids: readonly number[],
  signal: AbortSignal,
  fields: readonly number[] = [],
): Promise<ReadonlyMap<number, Asset>> {
  const paginate = pageSizeFor(about, MOST_IDS);
  const starts = Array.from({ length: Math.ceil(ids.length / paginate) }, (_, index) => index * paginate);
  const shown = { extended: true, paginate, ...(fields.length > 0 && { infofields: fields }) };
  const found = new Map<number, Asset>();
  await forEachLimited(starts, async (start) => {
    const search_id = ids.slice(start, start + paginate);
    const { items } = await client.node.search({ search: '', search_id, ...shown }, { signal });
    for (const asset of items) found.set(asset.id, asset);
  });
  return found;
}
