/** Draws a picture of an asset by a plan, whatever the operation. */
import { ApiError, invalidParameter } from '../../../../core/src/domain/errors.ts';
import type { Asset, Version } from '../../../../core/src/domain/model.ts';
import type { KeyedSource } from '../../../../media/src/pictures/key.ts';
import { mayHavePage } from '../../../../media/src/pictures/plan.ts';
import type { Plan } from '../../../../media/src/pictures/renderer.ts';
import type { PictureRendition } from '../../../../media/src/pictures/renditions.ts';
import type { PictureFile } from '../../../../media/src/pictures/stored-pictures.ts';
import { networkOf } from '../../coordination/network-of.ts';
import { isVisible } from '../assets.ts';
import { neighboursOf } from '../files-beside.ts';
import type { Context } from '../operation.ts';

/** A picture, with the file that it can be read from again; without one for a placeholder or a large picture. */
export type DeliveredPicture = PictureRendition & { readonly file?: PictureFile };

interface DrawnPicture {
  readonly rendition: DeliveredPicture;
  /** True if it also depends on other files, such as the textures of a model, which have versions of their own. */
  readonly hasNeighbours: boolean;
  /** What it is drawn from; absent for a record. */
  readonly source?: KeyedSource;
}

/** Throws `page_not_found` if it is known that the file lacks the page. */
export function refusePage(asset: Pick<Asset, 'id'>, { file, properties }: Version, page: number): void {
  if (page > 0 && (file ? !mayHavePage(properties, page) : page >= properties.pages)) throw lacksPage(asset, page);
}

function lacksPage({ id }: Pick<Asset, 'id'>, page: number): ApiError {
  return new ApiError('page_not_found', `page: asset ${id} has no page ${page}`);
}

/** Returns what the pictures of a version are drawn from; undefined of a record. */
export async function keyedSource(
  { id }: Pick<Asset, 'id'>,
  { file, properties }: Version,
  context: Context,
): Promise<KeyedSource | undefined> {
  const { catalogue, signal } = context;
  const beside = await neighboursOf({ id, properties }, catalogue, (asset) => isVisible(asset, context), signal);
  return file && { sha256: file.sha256, properties, ...(beside ? { beside } : {}) };
}

/**
 * Finds the picture of a version, or draws it; a placeholder for what can't be drawn. `otherwise` as in `RenditionOrder`.
 * Throws `page_not_found`, or `parameter_invalid` for a crop outside of the picture.
 */
export async function drawnPicture(
  { id }: Pick<Asset, 'id'>,
  version: Version,
  plan: Plan,
  context: Context,
  otherwise?: Plan,
): Promise<DrawnPicture> {
  const { caller, services, signal } = context;
  const keyed = await keyedSource({ id }, version, context);
  const stored = keyed && services.storedPictures.fileOf(keyed, plan);
  const drawn = { hasNeighbours: keyed?.beside !== undefined, ...(keyed ? { source: keyed } : {}) };
  const found = stored?.read();
  if (keyed && stored && found) {
    if (found.look) services.looks.note(keyed, found.look);
    return { ...drawn, rendition: { ...found, kind: 'picture', etag: stored.key, isPlaceholder: false, file: stored } };
  }
  const isStored = keyed && (await services.originals.size(keyed.sha256, { signal })) !== undefined;
  const source = isStored ? { source: keyed } : {};
  const order = {
    plan,
    otherwise,
    ...source,
    category: version.properties.category,
    caller: networkOf(caller.address),
  };
  const rendition = await services.renditions.get(order, { signal });
  if (rendition.kind === 'no-such-page') throw lacksPage({ id }, plan.page);
  if (rendition.kind === 'crop-outside') throw invalidParameter(`crop: lies outside the picture of asset ${id}`);
  const isKept = !rendition.isPlaceholder && !rendition.isForNow;
  if (!isKept || !stored?.takes(rendition.bytes.length)) return { ...drawn, rendition };
  return { ...drawn, rendition: { ...rendition, file: stored } };
}
