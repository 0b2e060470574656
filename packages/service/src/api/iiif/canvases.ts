/** The canvases of an asset: one for a picture, film or sound, one for each page of a document. */
import { ApiError } from '../../../../core/src/domain/errors.ts';
import { FILE_CATEGORIES, type FileProperties } from '../../../../core/src/domain/file-properties.ts';
import type { Size } from '../../../../core/src/domain/geometry.ts';
import type { Asset } from '../../../../core/src/domain/model.ts';
import { PIXEL_PAGED_TYPES } from '../../../../media/src/pictures/drawn-types.ts';
import { fitInside, pageSize } from '../../../../media/src/pictures/plan.ts';
import { isPlaceholder, previewSize } from '../../../../media/src/pictures/preview-size.ts';
import { notReady } from '../converted-file.ts';
import type { PathContext } from '../path-operation.ts';
import { isRecording } from './having-manifest.ts';
import { describedSource, imageAddress, pageSizesOf } from './image-source.ts';
import { type LanguageMap, unspoken } from './language-map.ts';
import { type Body, canvas, imageBody, thumbnail } from './resources.ts';

interface Canvases {
  readonly items: readonly ReturnType<typeof canvas>[];
  readonly thumbnail: readonly Body[];
}

/** A small PDF may refer to one page hundreds of thousands of times, and each canvas takes a kilobyte. */
const MAX_CANVASES = 10_000;

/** Returns the canvases of an asset; `id` and `label` are those of its manifest. Rejects if it has none. */
export async function canvasesOf(
  asset: Asset,
  manifest: { readonly id: string; readonly label: LanguageMap },
  context: PathContext,
): Promise<Canvases> {
  const { properties, file } = asset.active;
  if (!file) throw new ApiError('file_not_found', `id: asset ${asset.id} has no file`);
  if (isRecording(asset)) {
    if (context.validity.isRefused(asset)) return pictureOfRecording(asset, manifest, context);
    const type = properties.category === FILE_CATEGORIES.video ? 'Video' : 'Sound';
    return recording(type, asset, manifest, context);
  }
  const sizes = (await pageSizes(asset, context)).slice(0, MAX_CANVASES);
  const folder = manifest.id.replace(/\/manifest$/, '/canvas');
  const pages = sizes.map((size, page) => ({
    size,
    address: imageAddress({ asset: asset.id, ...(page === 0 ? {} : { page }) }, context),
    label: sizes.length === 1 ? manifest.label : unspoken(String(page + 1)),
  }));
  const [first] = pages;
  return {
    items: pages.map(({ size, address, label }, page) =>
      canvas(`${folder}/${page}`, label, size, imageBody(address, size), {
        ...(sizes.length > 1 ? { thumbnail: [thumbnail(address, size)] } : {}),
      }),
    ),
    thumbnail: first ? [thumbnail(first.address, first.size)] : [],
  };
}

/** How long a request waits for the sizes of pages, in seconds: Office documents are converted first. */
const WAIT_SECONDS = 5;
const RETRY_SECONDS = 3;

/** Returns the sizes of the pictures of all pages, drawing only the first one, if any. */
async function pageSizes(asset: Asset, context: PathContext): Promise<readonly Size[]> {
  const { services, signal, settings } = context;
  const { file, properties } = asset.active;
  const first = async () => await describedSource({ asset: asset.id }, context);
  const isStored = file && !properties.isDamaged && (await services.originals.size(file.sha256, { signal }));
  if (!isStored) return [(await first()).size];
  const patience = AbortSignal.timeout(WAIT_SECONDS * 1000);
  const patient = { ...context, signal: AbortSignal.any([signal, patience]) };
  const inFile = await pageSizesOf(asset.active, patient).catch((error: unknown) => {
    if (patience.aborted && !signal.aborted) throw notReady('id', 'the document', RETRY_SECONDS);
    throw error;
  });
  const box = settings.preview.big;
  const unknown = { width: box, height: box };
  if (!PIXEL_PAGED_TYPES.has(properties.mediaType) && inFile && inFile.length > 0) {
    return inFile.map(({ width, height }) => pageSize(width, height, box) ?? unknown);
  }
  const { size, preview } = await first();
  const others = (inFile ?? []).slice(1).map(({ width, height }) => {
    if (width === 0 || height === 0) return unknown;
    return preview ? fitInside(width, height, box) : { width, height };
  });
  return [size, ...others];
}

/** What browsers play, by `asset.do?stream`. Without a known duration viewers can't place it in time. */
function recording(
  type: 'Video' | 'Sound',
  asset: Asset,
  manifest: { readonly id: string; readonly label: LanguageMap },
  context: PathContext,
): Canvases {
  const { properties } = asset.active;
  const { base } = context.caller;
  const isFilm = type === 'Video';
  const duration = properties.durationSeconds;
  if (!(duration > 0)) throw new ApiError('file_not_found', `id: nobody knows how long asset ${asset.id} lasts`);
  const extent = { ...(isFilm ? filmSize(properties) : {}), duration };
  const body = {
    id: `${base}asset.do?stream=${asset.id}&playable=true`,
    type,
    format: PLAYED.test(properties.mediaType) ? properties.mediaType : isFilm ? 'video/mp4' : 'audio/mp4',
    ...extent,
  };
  return {
    items: [canvas(manifest.id.replace(/\/manifest$/, '/canvas/0'), manifest.label, extent, body)],
    thumbnail: [smallPicture(asset.id, base)],
  };
}

/** What is shown of a recording that may not be played now. Rejects if it has no picture. */
function pictureOfRecording(
  { id, active }: Asset,
  manifest: { readonly id: string; readonly label: LanguageMap },
  { caller, settings, services }: PathContext,
): Canvases {
  const size = previewSize(active, settings.preview.size, services);
  if (isPlaceholder(active, services) || size.width === 0) {
    throw new ApiError('file_not_found', `id: asset ${id} has no picture`);
  }
  const picture = { id: `${caller.base}asset.do?preview=${id}`, type: 'Image', format: 'image/jpeg', ...size } as const;
  const place = manifest.id.replace(/\/manifest$/, '/canvas/0');
  return { items: [canvas(place, manifest.label, size, picture)], thumbnail: [smallPicture(id, caller.base)] };
}

/** The thumbnail of a recording, which has no image service of its own. */
function smallPicture(id: number, base: string): Body {
  return { id: `${base}asset.do?thumb=${id}`, type: 'Image', format: 'image/jpeg' };
}

/** What every browser plays as it is. */
const PLAYED = /^(?:video\/(?:mp4|webm)|audio\/(?:mpeg|mp4|ogg|wav|flac))$/;
/** The shape of a film whose size nobody knows. */
const USUAL: Size = { width: 1280, height: 720 };

function filmSize({ width, height }: FileProperties): Size {
  return width > 0 && height > 0 ? { width, height } : USUAL;
}
