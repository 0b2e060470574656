import { type Area, areaAt, areaOf, type Fitted, fitInto, isSame, type Size } from '../../domain/geometry.ts';
import { MOST_PIXELS_A_SIDE, type PicturePlan, type PictureTarget } from './plan.ts';

/** What the kinds of files can hold. */
const MOST_HELD: Readonly<Record<PictureTarget, number>> = {
  jpg: 65_500,
  pdf: 65_500,
  webp: 16_383,
  avif: 16_384,
  png: 300_000,
  tif: 300_000,
};
/** Every number of a picture. */
export interface Layout {
  /** Part of the picture that is taken, in its own pixels; absent: all of it. */
  readonly area?: Area;
  readonly fitted: Fitted;
}

export type Misfit = 'crop_outside' | 'too_large';

/** How the picture is laid out that really has `found` pixels; a crop is measured as its facts say, which may be larger. */
export function layOut(plan: Pick<PicturePlan, 'to' | 'picture' | 'crop' | 'box'>, found: Size): Layout | Misfit {
  const { picture = found, crop, box, to } = plan;
  const asked = crop && areaOf(crop, picture);
  if (crop && !asked) return 'crop_outside';
  const area = asked && (isSame(picture, found) ? asked : areaAt(asked, picture, found));
  const taken: Size = area ?? found;
  const fitted = box ? fitInto(taken, box) : { scaled: plain(taken), size: plain(taken) };
  const most = Math.max(fitted.scaled.width, fitted.scaled.height, fitted.size.width, fitted.size.height);
  const isLarger = fitted.scaled.width > taken.width || fitted.scaled.height > taken.height;
  if (most > MOST_HELD[to] || (isLarger && most > MOST_PIXELS_A_SIDE)) return 'too_large';
  return area ? { area, fitted } : { fitted };
}

function plain({ width, height }: Size): Size {
  return { width, height };
}
