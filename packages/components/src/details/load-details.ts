import type { Asset, AssetDetails } from '@asset-browsing-service/client';
import { assetsById } from '../assets/assets-by-id.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { NodePath } from '../catalogue/find-path.ts';
import { loadPaths } from './node-paths.ts';

/** Nodes whose paths are loaded; an asset is seldom in more. */
const MOST_PLACES = 8;

/** What the details of an asset show. */
export interface LoadedDetails {
  /** Undefined if a search does not find it, as while the index is behind. */
  readonly asset: Asset | undefined;
  readonly details: AssetDetails;
  readonly related: readonly Asset[];
}

/** Loads the details of an asset. Rejects with `asset_not_found` if it was deleted or is hidden. */
export async function loadDetails(catalogue: Catalogue, id: number, signal: AbortSignal): Promise<LoadedDetails> {
  const { client } = catalogue;
  const sections = {
    details_keyword_list: true,
    details_versions: true,
    details_public_urls: true,
    details_downloads: false,
  };
  const [details, found, related] = await Promise.all([
    client.asset.details({ details: id, ...sections }, { signal }),
    assetsById(catalogue, [id], signal),
    client.node.relations({ relations: id, extended: true }, { signal }),
  ]);
  return { asset: found.get(id), details, related };
}

/** Loads the paths to the nodes that an asset is in, without its keywords, which have a section of their own. */
export async function loadPlaces(
  { client }: Catalogue,
  { asset, details }: LoadedDetails,
  signal: AbortSignal,
): Promise<readonly NodePath[]> {
  const keywords = new Set(details.keyword_list?.map(({ id }) => id));
  const others = (asset?.parents ?? []).filter((id) => !keywords.has(id));
  return await loadPaths(client, others.slice(0, MOST_PLACES), signal);
}
