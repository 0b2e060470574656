import type { Asset, Version } from '../domain/model.ts';
import { ApiError } from '../errors.ts';
import { MAX_ASSETS_AT_ONCE } from '../ports/catalogue.ts';
import type { Context } from './operation.ts';
import type { Shape } from './params.ts';

type Here = Pick<Context<Shape>, 'viewer' | 'services'>;

/** The asset of an ID; one that is unknown or not visible does not exist. */
export async function requireAsset(parameter: string, id: number, { viewer, services }: Here): Promise<Asset> {
  const [asset] = await services.catalogue.assets([id]);
  if (!asset || !viewer.canViewAsset(asset.nodes))
    throw new ApiError('asset_not_found', `${parameter}: asset ${id} does not exist`);
  return asset;
}

/** The assets of these IDs in their order; the first that doesn't exist is named. */
export async function requireAssets(
  parameter: string,
  ids: readonly number[],
  { viewer, services }: Here,
): Promise<readonly Asset[]> {
  const found = new Map((await services.catalogue.assets(ids)).map((asset) => [asset.id, asset]));
  return ids.map((id) => {
    const asset = found.get(id);
    if (!asset || !viewer.canViewAsset(asset.nodes))
      throw new ApiError('asset_not_found', `${parameter}: asset ${id} does not exist`);
    return asset;
  });
}

/** Those of the assets of these IDs that exist, in their order; at least one must. */
export async function existingAssets(
  parameter: string,
  ids: readonly number[],
  { viewer, services }: Here,
): Promise<readonly Asset[]> {
  const assets = visible(await services.catalogue.assets(ids), { viewer });
  if (assets.length > 0) return assets;
  const [first] = ids;
  throw new ApiError(
    'asset_not_found',
    ids.length > 1
      ? `${parameter}: none of these ${ids.length} assets exists`
      : `${parameter}: asset ${first} does not exist`,
  );
}

/** The version asked for, else the active one. */
export async function requireVersion(
  asset: Asset,
  version: number | undefined,
  { services }: Pick<Here, 'services'>,
): Promise<Version> {
  if (version === undefined || version === asset.active.version) return asset.active;
  const found = (await services.catalogue.versions(asset.id)).find((each) => each.version === version);
  if (!found) throw new ApiError('version_not_found', `version: asset ${asset.id} has no version ${version}`);
  return found;
}

/** In steps: a catalogue reads so many at once, and a page may be larger. */
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

/** Those of the assets that the viewer may view. */
export function visible(assets: readonly Asset[], { viewer }: Pick<Here, 'viewer'>): readonly Asset[] {
  return assets.filter((asset) => viewer.canViewAsset(asset.nodes));
}
