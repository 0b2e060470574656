import type { PictureOrder } from '../drawing/render.ts';
import type { Caption } from './caption.ts';

/**
 * How a drawn picture becomes a file: as it is; without a background (`cutout`); as SVG (`vector`); black and white; in four
 * inks; 16 bit deep; lying on its side with an EXIF orientation that puts it upright; as an early proof; several as an
 * animation (`loop`) or as pages of one file.
 */
export type Treatment =
  | 'plain'
  | 'cutout'
  | 'vector'
  | 'grey'
  | 'cmyk'
  | 'deep'
  | 'turned'
  | 'draft'
  | 'loop'
  | 'pages';

/** One picture file to make. Plain data, so that it can cross to another thread. */
export interface PictureJob extends PictureOrder {
  /** Inside the bundle, with `/`. Its extension tells the format. */
  readonly path: string;
  readonly treatment: Treatment;
  /** Written into JPEG, WebP and TIFF files. */
  readonly caption?: Caption;
}
