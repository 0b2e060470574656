import type { PictureOrder } from '../drawing/render.ts';
import type { Caption } from './caption.ts';

/** How a drawn picture becomes a file. */
export type Treatment =
  | 'plain'
  /** Clear background, PNG or WebP. */
  | 'cutout'
  /** The drawing itself, SVG. */
  | 'vector'
  /** Black and white, for JPEG one channel. */
  | 'grey'
  /** Four inks for print, TIFF or JPEG. */
  | 'cmyk'
  /** 16 bit per channel, PNG. */
  | 'deep'
  /** Stored lying on its side, with an EXIF orientation that puts it upright. */
  | 'turned'
  /** An early proof: pale, grey, crossed by the word DRAFT. */
  | 'draft'
  /** Several pictures as an animation, GIF or WebP. */
  | 'loop'
  /** Several pages in one TIFF. */
  | 'pages';

/** One picture file to make. Plain data, so that it can cross to another thread. */
export interface PictureJob extends PictureOrder {
  /** Inside the bundle, with `/`. Its extension tells the format. */
  readonly path: string;
  readonly treatment: Treatment;
  /** Written into JPEG, WebP and TIFF files. */
  readonly caption?: Caption;
  /** JPEG or WebP quality, default 80. */
  readonly quality?: number;
}
