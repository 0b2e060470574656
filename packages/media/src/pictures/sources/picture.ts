import sharp, { type Sharp } from 'sharp';
import type { Size } from '../../../../core/src/domain/geometry.ts';
import type { Cicp } from '../../inspect/colours/cicp.ts';
import type { DrawableFile } from '../renderer.ts';

/** A source opened for drawing; nothing is decoded yet. */
export interface Picture {
  /** Pixels as stored; orientation is applied later. */
  readonly pixels: Sharp;
  /** Size in pixels after orientation is applied. */
  readonly width: number;
  readonly height: number;
  /** Number of pages of the source, at least 1. */
  readonly pages: number;
  /** Of a source without pixels of its own: the size in pixels that crops are measured in. */
  readonly natural?: Size;
  /** Colour space if no ICC profile states it. Only present if `keepsCicp` was set. */
  readonly cicp?: Cicp;
  /**
   * Decodes the whole source again, strictly; false if the decoder filled in parts that it couldn't read. Absent for
   * decoders that never do so.
   */
  readonly isIntact?: () => Promise<boolean>;
}

/** Which picture of a source to open, and how. */
export interface Wanted {
  /** Zero-based page. */
  readonly page: number;
  /** Side of the box in pixels. A source without a size of its own is drawn to fill this square. */
  readonly box: number;
  /** True to keep the stored colours, profile and bit depth; else the colours are prepared for screens. */
  readonly isAsStored?: boolean;
  /** True to keep a colour space given by CICP code points, such as HDR; else it is converted to sRGB. */
  readonly keepsCicp?: boolean;
  /** True to reject a damaged file; else its readable part is drawn. */
  readonly isSound?: boolean;
}

/** Opens a source of one file format. Rejects with CannotMake. */
export type OpenSource = (source: DrawableFile & Wanted) => Promise<Picture>;

/** Makes a picture of decoded pixels: 8 bits per channel, row by row from the top left. */
export function pictureOf(decoded: Uint8Array, { width, height }: Size, channels: 1 | 3 | 4): Picture {
  const pixels = sharp(decoded, { raw: { width, height, channels }, limitInputPixels: false });
  return { pixels, width, height, pages: 1 };
}
