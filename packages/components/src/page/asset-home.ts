import type { Asset, Client, Node } from '@asset-browsing-service/client';
import type { PagePlace } from './address.ts';

/** An asset that a link names, and where it lives. */
export interface AssetHome {
  /** Only its ID if it cannot be loaded: the viewer then says why. */
  readonly asset: Asset;
  /** ID of the first node that it lies in. */
  readonly node: number | undefined;
}

/** Finds the asset that a link names. */
export async function findAssetHome(client: Client, id: number): Promise<AssetHome> {
  const { items } = await client.node
    .search({ search_id: id, extended: true, paginate: 1 })
    .catch(() => ({ items: [] as readonly Asset[] }));
  const [asset = { id, type: 0, name: '', version: 0 }] = items;
  return { asset, node: asset.parents?.[0] };
}

/** The title of the window: what one looks at, then where, then the name of the catalogue. */
export function titleOfPlace(
  { query, asset }: PagePlace,
  opened: Asset | undefined,
  path: readonly Node[],
  catalogue: string,
): string {
  const list = query.text ?? path.at(-1)?.name;
  return [asset === undefined ? undefined : opened?.name, list, catalogue].filter(Boolean).join(' – ');
}
