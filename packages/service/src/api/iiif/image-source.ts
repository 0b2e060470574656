/** Finds the picture that a caller gets of an asset by IIIF: the original in full size, or else the largest preview. */
import { ApiError } from '../../../../core/src/domain/errors.ts';
import { FILE_CATEGORIES } from '../../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../../core/src/domain/geometry.ts';
import type { Asset, Version } from '../../../../core/src/domain/model.ts';
import {
  type PicturePlan,
  planTiles,
  type RenditionSource,
  tilesOf,
} from '../../../../media/src/conversions/conversion-plan.ts';
import { planRendition } from '../../../../media/src/pictures/plan.ts';
import type { Plan } from '../../../../media/src/pictures/renderer.ts';
import type { PictureRendition } from '../../../../media/src/pictures/renditions.ts';
import { networkOf } from '../../coordination/network-of.ts';
import { requireAsset, requireVersion } from '../assets.ts';
import { LATER_SECONDS, notReady } from '../converted-file.ts';
import { getsOriginal } from '../formats.ts';
import type { Context } from '../operation.ts';
import type { PathContext } from '../path-operation.ts';
import { drawnPicture, keyedSource, refusePage } from '../pictures/drawn-picture.ts';
import { type ImageIdentifier, identifierText, readIdentifier } from './identifier.ts';
import { isOffered } from './offered.ts';

export interface ImageSource {
  readonly asset: Asset;
  readonly version: Version;
  /** From 0. */
  readonly page: number;
  /** In pixels, upright. */
  readonly size: Size;
  /** The picture of `preview` with `big=true`, of which everything is made. Absent: of the original. */
  readonly preview?: RenditionSource;
}

/** Where images are, below a base address. */
const IMAGES = 'iiif/image/3';

/** The address of a picture, without a request. */
export function imageAddress(identifier: ImageIdentifier, { caller }: Pick<PathContext, 'caller'>): string {
  return `${caller.base}${IMAGES}/${identifierText(identifier)}`;
}

/** The image service of an asset that is drawn; undefined where IIIF is off or has no image of it. */
export function imageServiceOf(
  { id, active }: Asset,
  context: Pick<Context, 'caller' | 'settings'>,
): string | undefined {
  const hasImage = active.file !== undefined && active.properties.category !== FILE_CATEGORIES.audio;
  return hasImage && isOffered(context.settings) ? imageAddress({ asset: id }, context) : undefined;
}

/**
 * Reads the identifier of a request, and finds its asset. Returns the address to go to instead if the identifier is written
 * in another order, and the caller may be sent there; `rest` is what follows it, and `find` finds its picture. Rejects with
 * a 404 for what is unknown, hidden, or has no picture.
 */
export async function requireImage(
  text: string,
  rest: readonly string[],
  context: PathContext,
  find = sourceOf,
): Promise<{ readonly identifier: ImageIdentifier; readonly source: ImageSource } | { readonly location: string }> {
  const identifier = readIdentifier(text);
  if (!identifier) throw new ApiError('asset_not_found', 'identifier: no asset has this identifier');
  const isRedirected = identifierText(identifier) !== text && context.caller.addressToken === undefined;
  if (isRedirected) return { location: addressWith(identifier, rest, context) };
  return { identifier, source: await find(identifier, context) };
}

/** The address of a request. */
function addressWith(identifier: ImageIdentifier, rest: readonly string[], context: PathContext): string {
  return [imageAddress(identifier, context), ...rest.map(encodePart)].join('/');
}

/** Escapes what must be escaped in a part of a path. */
function encodePart(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:2C|3A|21)/g, decodeURIComponent);
}

/** Finds the picture of an identifier. Rejects with a 404 for what is unknown, hidden, or has no picture. */
async function sourceOf(identifier: ImageIdentifier, context: PathContext): Promise<ImageSource> {
  const { page = 0 } = identifier;
  const asset = await requireAsset('identifier', identifier.asset, context);
  const version = await requireVersion(asset, identifier.version, context);
  const { file, properties } = version;
  if (!file || properties.category === FILE_CATEGORIES.audio) throw lacksPicture(asset);
  refusePage(asset, version, page);
  const whole = await wholeSize(asset, version, page, context);
  if (whole) return { asset, version, page, size: whole };
  const plan = planRendition({ kind: 'preview', big: true, page }, context.settings);
  const stored = await storedPreview(asset, version, plan, context);
  if (stored) return { asset, version, page, ...stored };
  const { rendition, source } = await drawnPicture(asset, version, plan, context);
  if (!source || rendition.isPlaceholder) throw undrawn(asset, rendition);
  const { width, height, etag } = rendition;
  const preview = { plan, source, etag };
  return { asset, version, page, size: { width, height }, preview };
}

/** Finds the preview where it is stored already, without reading its bytes: every tile needs its size. */
async function storedPreview(
  asset: Asset,
  version: Version,
  plan: Plan,
  context: PathContext,
): Promise<Pick<ImageSource, 'size' | 'preview'> | undefined> {
  const source = await keyedSource(asset, version, context);
  const file = source && context.services.storedPictures.fileOf(source, plan);
  const size = file?.size();
  return source && file && size && { size, preview: { plan, source, etag: file.key } };
}

function lacksPicture({ id }: Asset): ApiError {
  return new ApiError('file_not_found', `identifier: asset ${id} has no picture`);
}

/** Why there is no picture: there is none, or drawing it took too long this time. */
export function undrawn(asset: Asset, { isForNow }: Pick<PictureRendition, 'isForNow'>): ApiError {
  return isForNow ? notReady('identifier', 'the picture', LATER_SECONDS) : lacksPicture(asset);
}

/**
 * Finds the picture of an identifier like `sourceOf`, and makes sure that it can be drawn, which only drawing tells of some
 * damaged files. Most thumbnails are there already.
 */
export async function describedSource(identifier: ImageIdentifier, context: PathContext): Promise<ImageSource> {
  const source = await sourceOf(identifier, context);
  if (source.preview) return source;
  const { asset, version, page } = source;
  const plan = planRendition({ kind: 'thumb', big: false, page }, context.settings);
  const { rendition } = await drawnPicture(asset, version, plan, context);
  if (rendition.isPlaceholder) throw undrawn(asset, rendition);
  return source;
}

/** Returns the size of the original in pixels; undefined if the caller may not have it, or it has no pixels or no such page. */
async function wholeSize(
  asset: Asset,
  version: Version,
  page: number,
  context: PathContext,
): Promise<Size | undefined> {
  const { file, properties } = version;
  const first = file && !properties.isDamaged ? planTiles(properties)?.picture : undefined;
  if (!first || !getsOriginal(asset, context)) return undefined;
  // Of a file that is missing or cut short there is a placeholder, which is no picture.
  const { services, signal } = context;
  if ((await services.originals.size(file?.sha256 ?? '', { signal })) !== file?.size) return undefined;
  return page === 0 ? first : (await pageSizesOf(version, context))?.[page];
}

/** Returns the sizes of the pages in the file, see `Renditions.pageSizes`. Rejects with `not_ready` if they can't be read yet. */
export async function pageSizesOf({ file, properties }: Version, { services, caller, signal }: PathContext) {
  if (!file) return undefined;
  const order = { source: { sha256: file.sha256, properties }, caller: networkOf(caller.address) };
  const sizes = await services.documents.pageSizes(order, { signal });
  if (sizes === 'later') throw notReady('id', 'the document', LATER_SECONDS);
  return sizes;
}

/** How the picture is cut into tiles. */
export function tilesPlan({ size, page, preview }: ImageSource): PicturePlan {
  const plan = tilesOf(size);
  if (preview) return { ...plan, from: preview };
  return page === 0 ? plan : { ...plan, page };
}
