import type { Asset, AssetDetails } from '@asset-browsing-service/client';
import { assetsById } from '../assets/assets-by-id.ts';
import { askShown } from '../assets/shown-fields.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** The data that the details of an asset show. */
export interface LoadedDetails {
  /** Undefined if a search does not find the asset, for example because it is not indexed yet. */
  readonly asset: Asset | undefined;
  readonly details: AssetDetails;
  readonly related: readonly Asset[];
}

/** Loads the details of an asset. Rejects with an error of the client: `asset_not_found` if it was deleted or is hidden. */
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
    askShown(catalogue.about, [], (shown) => client.node.relations({ relations: id, ...shown }, { signal })),
  ]);
  return { asset: found.get(id), details, related };
}

/** Returns the IDs of the nodes that contain an asset, except its keywords, which have their own section. */
export function placesOf({ asset, details }: LoadedDetails): readonly number[] {
  const keywords = new Set(details.keyword_list?.map(({ id }) => id));
  return (asset?.parents ?? []).filter((id) => !keywords.has(id));
}
