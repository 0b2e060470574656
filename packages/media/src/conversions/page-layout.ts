import {
  type Area,
  areaAt,
  areaOf,
  type Fitted,
  fitInto,
  isSame,
  type Size,
} from '../../../core/src/domain/geometry.ts';
import { MAX_PIXELS_A_SIDE, type PicturePlan, type PictureTarget } from './conversion-plan.ts';

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
  const { scaled, cut, size } = fitted;
  const isLarger = scaled.width > taken.width || scaled.height > taken.height;
  const most = isLarger ? Math.min(MAX_SIDES[to], MAX_PIXELS_A_SIDE) : MAX_SIDES[to];
  if (longer(size) > most) return 'too_large';
  if (longer(scaled) <= most) return area ? { area, fitted } : { fitted };
  // What exceeds the limit is cut off before it is made.
  const { left = 0, top = 0 } = area ?? {};
  const kept = areaAt(cut ?? { ...scaled, left: 0, top: 0 }, scaled, taken);
  return { area: { ...kept, left: left + kept.left, top: top + kept.top }, fitted: { scaled: size, size } };
}

function longer({ width, height }: Size): number {
  return Math.max(width, height);
}

function plain({ width, height }: Size): Size {
  return { width, height };
}
