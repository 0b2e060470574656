import { type Client, type DownloadInfo, isServiceError } from '@asset-browsing-service/client';
import type { PixelSize } from './crop.ts';
import type { Offers } from './plan.ts';

/** IDs in one request, so that its address stays short. */
const PER_REQUEST = 200;

/** Loads what can be downloaded of assets. Those that were deleted are missing in the result. */
export async function loadOffers(client: Client, ids: readonly number[], signal: AbortSignal): Promise<Offers> {
  const offers = new Map<number, DownloadInfo>();
  for (let start = 0; start < ids.length; start += PER_REQUEST) {
    const some = ids.slice(start, start + PER_REQUEST);
    const [only] = some;
    const info = await client.asset.downloadformats_for({ downloadformats_for: some }, { signal }).catch(nothingLeft);
    if (info && 'formats' in info && Array.isArray(info.formats)) offers.set(only ?? 0, info as DownloadInfo);
    else for (const id of some) if (info?.[id]) offers.set(id, info[id]);
  }
  return offers;
}

/** All assets of a request may have been deleted. */
function nothingLeft(error: unknown): Readonly<Record<string, DownloadInfo>> {
  if (isServiceError(error) && error.code === 'asset_not_found') return {};
  throw error;
}

/** Loads the size of a picture; undefined for what has no pixels, or where the service does not tell. */
export async function loadPixelSize(client: Client, id: number, signal: AbortSignal): Promise<PixelSize | undefined> {
  const [{ general }, properties] = await Promise.all([
    client.asset.details({ details: id, details_infofields: false, details_downloads: false }, { signal }),
    client.asset.properties({ properties: true }, { signal }),
  ]);
  const label = properties.find((property) => property.id === 'pixel_size')?.name ?? '';
  const text = Array.isArray(general)
    ? general.find((property) => property.id === 'pixel_size')?.value
    : (general as Readonly<Record<string, string>>)[label];
  const [, width, height] = /^(\d+) x (\d+)$/.exec(text ?? '') ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : undefined;
}
