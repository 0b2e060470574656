import {
  type Area,
  areaAt,
  areaOf,
  type Fitted,
  fitInto,
  isSame,
  type Size,
} from '../../../core/src/domain/geometry.ts';
import { MOST_PIXELS_A_SIDE, type PicturePlan, type PictureTarget } from './conversion-plan.ts';

const MAX_SIDES: Readonly<Record<PictureTarget, number>> = {
  jpg: 65_500,
  pdf: 65_500,
  webp: 16_383,
  avif: 16_384,
  png: 300_000,
  tif: 300_000,
  // Each is small, but so many of them fill memory and disk.
  tiles: 300_000,
};
export interface Layout {
  /** Area of the picture to use, in its own pixels; absent means all of it. */
  readonly area?: Area;
  readonly fitted: Fitted;
}

/** Why a layout is impossible: the crop lies outside the picture, or the result exceeds a limit of pixels a side. */
type Misfit = 'crop_outside' | 'too_large';

/**
 * Computes the layout of a picture whose actual size is `found`. A crop is measured in the size that the properties
 * state, which may be larger.
 */
export function layOut(plan: Pick<PicturePlan, 'to' | 'picture' | 'crop' | 'box'>, found: Size): Layout | Misfit {
  const { picture = found, crop, box, to } = plan;
  const asked = crop && areaOf(crop, picture);
  if (crop && !asked) return 'crop_outside';
  const area = asked && (isSame(picture, found) ? asked : areaAt(asked, picture, found));
  const taken: Size = area ?? found;
  const fitted = box ? fitInto(taken, box) : { scaled: plain(taken), size: plain(taken) };
  const most = Math.max(fitted.scaled.width, fitted.scaled.height, fitted.size.width, fitted.size.height);
  const isLarger = fitted.scaled.width > taken.width || fitted.scaled.height > taken.height;
  if (most > MAX_SIDES[to] || (isLarger && most > MOST_PIXELS_A_SIDE)) return 'too_large';
  return area ? { area, fitted } : { fitted };
}

function plain({ width, height }: Size): Size {
  return { width, height };
}
