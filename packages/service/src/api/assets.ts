/** Finds the assets and versions that a request names, as far as its viewer may see them. */
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { Asset, Version } from '../../../core/src/domain/model.ts';
import { MAX_ASSETS_AT_ONCE } from '../catalogue/page-limit.ts';
import type { Context } from './operation.ts';
import { seenIn, seenNow } from './seen.ts';
import type { Judged } from './validity.ts';

type Here = Pick<Context, 'catalogue' | 'viewer' | 'validity' | 'now' | 'services' | 'signal'>;

/** Returns the asset with this ID. Rejects with `asset_not_found` if it is unknown or not visible. */
export async function requireAsset(parameter: string, id: number, here: Here): Promise<Asset> {
  const [asset] = await readVisible([id], here);
  if (!asset) throw missing(parameter, id);
  return asset;
}

/**
 * Returns the assets with these IDs, in order. Rejects with an error that names the first that does not exist for the
 * viewer.
 */
export async function requireAssets(parameter: string, ids: readonly number[], here: Here): Promise<readonly Asset[]> {
  const { has } = await visibleAmong(ids, here);
  const hidden = ids.find((id) => !has(id));
  if (hidden !== undefined) throw missing(parameter, hidden);
  const assets = visible(await here.catalogue.assets(ids), here);
  const found = new Map(assets.map((asset) => [asset.id, asset]));
  return ids.map((id) => {
    const asset = found.get(id);
    if (!asset) throw missing(parameter, id);
    return asset;
  });
}

/** Returns those of the assets that exist for the viewer, in order. Rejects if none does. */
export async function existingAssets(parameter: string, ids: readonly number[], here: Here): Promise<readonly Asset[]> {
  // Which of several exist may follow the clock.
  if (ids.length > 1) await seenNow(here);
  const assets = await readVisible(ids, here);
  if (assets.length > 0) return assets;
  const [first = Number.NaN] = ids;
  throw ids.length > 1
    ? new ApiError('asset_not_found', `${parameter}: none of these ${ids.length} assets exists`)
    : missing(parameter, first);
}

function missing(parameter: string, id: number): ApiError {
  return new ApiError('asset_not_found', `${parameter}: asset ${id} does not exist`);
}

/** Checks rights before reading records, so that response times do not reveal hidden assets. */
async function readVisible(ids: readonly number[], here: Here): Promise<readonly Asset[]> {
  const { has } = await visibleAmong(ids, here);
  const wanted = ids.filter(has);
  return wanted.length === 0 ? [] : visible(await here.catalogue.assets(wanted), here);
}

async function visibleAmong(ids: readonly number[], here: Here): Promise<{ has(id: number): boolean }> {
  const { viewer, validity, services, signal } = here;
  if (viewer.seesEveryAsset && !validity.hides) return { has: () => true };
  const found = await services.search.visible(ids, { ...seenIn(here), signal });
  return { has: (id) => found.has(id) };
}

/** Returns the requested version, else the active one. Rejects with `version_not_found` if it does not exist. */
export async function requireVersion(
  asset: Asset,
  version: number | undefined,
  { catalogue }: Pick<Here, 'catalogue'>,
): Promise<Version> {
  if (version === undefined || version === asset.active.version) return asset.active;
  const found = (await catalogue.versions(asset.id)).find((each) => each.version === version);
  if (!found) throw new ApiError('version_not_found', `version: asset ${asset.id} has no version ${version}`);
  return found;
}

/** Reads assets in batches, because a page may be larger than the catalogue's limit for one read. */
export async function readAll<A>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly A[]>,
): Promise<readonly A[]> {
  const assets: A[] = [];
  for (let from = 0; from < ids.length; from += MAX_ASSETS_AT_ONCE) {
    assets.push(...(await read(ids.slice(from, from + MAX_ASSETS_AT_ONCE))));
  }
  return assets;
}

/** Returns the assets that the viewer may view now. */
export function visible<A extends Judged>(assets: readonly A[], here: Pick<Here, 'viewer' | 'validity'>): readonly A[] {
  return assets.filter((asset) => isVisible(asset, here));
}

export function isVisible(asset: Judged, { viewer, validity }: Pick<Here, 'viewer' | 'validity'>): boolean {
  return viewer.canViewAsset(asset.nodes) && !validity.isHidden(asset);
}
