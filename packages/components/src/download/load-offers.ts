import { type AssetDetails, type Client, type DownloadInfo, isServiceError } from '@asset-browsing-service/client';
import type { PixelSize } from './crop.ts';
import { openProperties } from './general-properties.ts';
import type { Offers } from './plan.ts';

type InfoById = Readonly<Record<string, DownloadInfo>>;

/** Maximum number of IDs in one request, so that its address stays short. */
const MAX_PER_REQUEST = 200;

/** Loads the formats of assets. Deleted assets are missing in the result. */
export async function loadOffers(client: Client, ids: readonly number[], signal: AbortSignal): Promise<Offers> {
  const offers = new Map<number, DownloadInfo>();
  for (let start = 0; start < ids.length; start += MAX_PER_REQUEST) {
    const some = ids.slice(start, start + MAX_PER_REQUEST);
    const info = await client.asset.downloadformats_for({ downloadformats_for: some }, { signal }).catch(nothingLeft);
    // For a single ID, the service answers without a map.
    const infos = some.length === 1 && info ? { [some[0] ?? 0]: info as DownloadInfo } : (info as InfoById | undefined);
    for (const id of some) if (infos?.[id]) offers.set(id, infos[id]);
  }
  return offers;
}

/** The service answers with this error if all assets of a request were deleted. */
function nothingLeft(error: unknown): undefined {
  if (isServiceError(error) && error.code === 'asset_not_found') return undefined;
  throw error;
}

/** Loads the rights of an asset, and the size of its picture; undefined without pixels, or if the service does not say. */
export async function loadFacts(
  client: Client,
  id: number,
  signal: AbortSignal,
): Promise<{ readonly picture: PixelSize | undefined; readonly rights: AssetDetails['rights'] }> {
  const [details, read] = await Promise.all([
    client.asset.details({ details: id, details_infofields: false, details_downloads: false }, { signal }),
    openProperties(client, signal),
  ]);
  return { picture: readPixelSize(read(details, 'pixel_size')), rights: details.rights };
}

/** Reads the property `pixel_size`; undefined for an asset without it. */
export function readPixelSize(text: string | undefined): PixelSize | undefined {
  const [, width, height] = /^(\d+) x (\d+)$/.exec(text ?? '') ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
