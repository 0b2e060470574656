import type { PictureOrder } from '../drawing/render.ts';
import type { Caption } from './caption.ts';

/**
 * How a drawn picture becomes a file: unchanged; without a background (`cutout`); as SVG (`vector`); black and white;
 * in CMYK; with 16 bits per channel; stored on its side with an EXIF orientation that turns it upright; as an early
 * proof; several as an animation (`loop`) or as pages of one file.
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

/** A picture file to make. It is plain data, so that it can be sent to another thread. */
export interface PictureJob extends PictureOrder {
  /** Path in the bundle, separated by `/`. The extension determines the format. */
  readonly path: string;
  readonly treatment: Treatment;
  /** Metadata for JPEG, WebP and TIFF files. */
  readonly caption?: Caption;
}
