import type { Asset, Client } from '@asset-browsing-service/client';

/** IDs in one request, so that its address stays short. */
const PER_REQUEST = 200;

/** Loads assets by their IDs. Those that do not exist, or are hidden from the caller, are missing in the result. */
export async function assetsById(
  client: Client,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, Asset>> {
  const starts = Array.from({ length: Math.ceil(ids.length / PER_REQUEST) }, (_, index) => index * PER_REQUEST);
  const pages = await Promise.all(
    starts.map((start) => {
      const search_id = ids.slice(start, start + PER_REQUEST);
      return client.node.search({ search: '', search_id, extended: true, paginate: PER_REQUEST }, { signal });
    }),
  );
  return new Map(pages.flatMap(({ items }) => items.map((asset) => [asset.id, asset])));
}
