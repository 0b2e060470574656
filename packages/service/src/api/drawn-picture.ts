/** Finds or draws the picture of a version in one of the sizes of thumbnails and previews. */
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { Asset, Version } from '../../../core/src/domain/model.ts';
import type { KeyedSource } from '../../../media/src/pictures/key.ts';
import { mayHavePage, planRendition, type RenditionRequest } from '../../../media/src/pictures/plan.ts';
import type { PictureRendition } from '../../../media/src/pictures/renditions.ts';
import { networkOf } from '../coordination/network-of.ts';
import { neighboursOf } from './files-beside.ts';
import type { Context } from './operation.ts';

/** A picture, or the placeholder of what cannot be drawn. */
interface DrawnPicture extends PictureRendition {
  /** True if it also shows files beside the version, which have versions of their own. */
  readonly isChangeable: boolean;
}

/** Returns the picture of a page. Rejects with `page_not_found` if the version has no such page. */
export async function drawnPicture(
  asset: Asset,
  version: Version,
  request: RenditionRequest,
  context: Context,
): Promise<DrawnPicture> {
  const { page } = request;
  const { properties, file } = version;
  const { caller, services, settings, signal } = context;
  const lacksPage = () => new ApiError('page_not_found', `page: asset ${asset.id} has no page ${page}`);
  if (page > 0 && (file ? !mayHavePage(properties, page) : page >= properties.pages)) throw lacksPage();
  const plan = planRendition(request, settings);
  const keyed = await keyedVersion(asset, version, context);
  const isChangeable = keyed?.beside !== undefined;
  const recent = keyed && services.recentPictures.find(keyed, plan);
  if (recent) return { ...recent, isChangeable };
  const isStored = keyed && (await services.originals.size(keyed.sha256, { signal })) !== undefined;
  const source = isStored ? { source: keyed } : {};
  const order = { plan, ...source, category: properties.category, caller: networkOf(caller.address) };
  const made = await services.renditions.get(order, { signal });
  if (made.kind === 'no-such-page') throw lacksPage();
  if (keyed && !made.isPlaceholder) services.recentPictures.add(keyed, plan, made);
  return { ...made, isChangeable };
}

/** Returns the file of a version with the files beside it that its picture shows; undefined without a file. */
export async function keyedVersion(
  { id }: Asset,
  { file, properties }: Version,
  { catalogue, viewer, signal }: Context,
): Promise<KeyedSource | undefined> {
  if (!file) return undefined;
  const isVisible = (nodes: readonly number[]) => viewer.canViewAsset(nodes);
  const beside = await neighboursOf({ id, properties }, catalogue, isVisible, signal);
  return { sha256: file.sha256, properties, ...(beside ? { beside } : {}) };
}
