import type { Asset } from '@asset-browsing-service/client';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { forEachLimited } from './for-each-limited.ts';
import { pageSizeFor } from './page-size.ts';
import { askShown } from './shown-fields.ts';

/** Maximum number of IDs in a request, so that its address stays short. */
const MAX_IDS = 200;

/**
 * Loads assets by their IDs, with the information fields of which `fields` are the IDs. The result lacks assets that do not exist
 * or are hidden from the caller. Rejects with the error of a request, or the reason of the signal.
 */
export async function assetsById(
  { client, about }: Pick<Catalogue, 'client' | 'about'>,
  ids: readonly number[],
  signal: AbortSignal,
  fields: readonly number[] = [],
): Promise<ReadonlyMap<number, Asset>> {
  const paginate = pageSizeFor(about, MAX_IDS);
  const starts = Array.from({ length: Math.ceil(ids.length / paginate) }, (_, index) => index * paginate);
  const found = new Map<number, Asset>();
  await forEachLimited(starts, async (start) => {
    const search_id = ids.slice(start, start + paginate);
    const { items } = await askShown(about, fields, (shown) =>
      client.node.search({ search: '', search_id, ...shown, paginate }, { signal }),
    );
    for (const asset of items) found.set(asset.id, asset);
  });
  return found;
}
