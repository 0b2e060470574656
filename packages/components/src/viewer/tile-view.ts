import { STRETCH } from '../catalogue/pictures.ts';
import { isModelTurned } from './model-view.ts';
import type { ShownAsset } from './shown-asset.ts';
import type { TileView } from './tile-layer.ts';
import { boxOf, type Extent, type Zoom, type ZoomLimits } from './zoom.ts';

/** What is seen of the picture; undefined if the whole picture is shown, or if something is drawn of which there are no tiles. */
export function tileViewOf(shown: ShownAsset, zoom: Zoom, limits: ZoomLimits): TileView | undefined {
  const { page, isPlaceholder, model, comparison, recording } = shown;
  if (zoom.scale <= 1 || page !== 0 || isPlaceholder || comparison || recording || isModelTurned(model))
    return undefined;
  return { box: boxOf(zoom, limits), stage: limits.stage, ratio: devicePixelRatio, sharpTo: sharpToOf(shown) };
}

/** Longer side of the page in pixels, as far as it is known: that of the file if it has tiles, else that of its preview. */
export function longestOf(shown: ShownAsset): number {
  const { page, tiles } = shown;
  return page === 0 && tiles.size ? longer(tiles.size) : previewOf(shown);
}

/** Longer side of the picture itself, in pixels; undefined for pages after the first, for what has no pixels, and while nobody knows them. */
export function ownLongestOf({ page, tiles, pixels, comparison }: ShownAsset): number | undefined {
  const size = page === 0 && !comparison ? (tiles.size ?? pixels) : undefined;
  return size && longer(size);
}

/** Infinite while a sharper preview is being loaded. */
function sharpToOf(shown: ShownAsset): number {
  return shown.layers.isLoading ? Number.POSITIVE_INFINITY : previewOf(shown) * STRETCH;
}

/** Longer side of the largest loaded picture, in pixels; 0 without one. */
function previewOf({ layers }: ShownAsset): number {
  const image = layers.images.at(-1);
  return image ? longer({ width: image.naturalWidth, height: image.naturalHeight }) : 0;
}

function longer({ width, height }: Extent): number {
  return Math.max(width, height);
}
