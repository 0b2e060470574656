import type { Asset } from '@asset-browsing-service/client';
import type { Box, GridView } from './layout.ts';

/** Edge of pictures in the list view, in pixels. */
const LIST_PICTURE = 48;

/**
 * A cropped picture may be stretched this many times, so that a still of a video needs no larger file, and by the density of
 * the screen in addition, because most sharp screens are those of phones, where a larger file costs most.
 */
const CROP_STRETCH = 1.5;

/**
 * The longer side to request the picture of a tile in, in CSS pixels. The height of a tile includes its caption, so that of its
 * picture follows from the proportions. A picture that is cropped to a square must be larger than its tile.
 */
export function longestIn(
  view: GridView,
  { preview_width: width = 0, preview_height: height = 0 }: Pick<Asset, 'preview_width' | 'preview_height'>,
  box: Pick<Box, 'width'>,
): number {
  if (view === 'list') return LIST_PICTURE;
  const upright = (height || 1) / (width || 1);
  if (view === 'justified') return box.width * Math.max(1, upright);
  return box.width * Math.max(1, Math.max(upright, 1 / upright) / CROP_STRETCH / devicePixelRatio);
}
