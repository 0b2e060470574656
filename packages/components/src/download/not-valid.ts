/** Assets that can't be downloaded now because they are outside the time in which they may be used. */
import { type Asset, isServiceError } from '@asset-browsing-service/client';

/** True if an asset without formats lacks them for its dates. The service has its own clock, and decides. */
export function isOutsideValidity({
  valid_from: from,
  valid_until: until,
}: Pick<Asset, 'valid_from' | 'valid_until'>): boolean {
  const now = Date.now();
  return (typeof from === 'number' && now < from) || (typeof until === 'number' && now >= until);
}

/** The IDs of the assets for whose dates the service has refused a download; empty for any other error. */
export function refusedAssets(error: unknown): readonly number[] {
  if (!isServiceError(error) || error.code !== 'asset_not_valid') return [];
  const { assets } = (error.data ?? {}) as { readonly assets?: unknown };
  return Array.isArray(assets) ? assets.filter((id) => typeof id === 'number') : [];
}
