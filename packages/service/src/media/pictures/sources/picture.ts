import type { Sharp } from 'sharp';
import type { DrawableFile } from '../renderer.ts';
import type { Cicp } from './cicp.ts';

/** A source opened for drawing: nothing is decoded yet. */
export interface Picture {
  /** Yields the pixels as stored; what turns them upright is applied later. */
  readonly pixels: Sharp;
  /** Pixels as seen, orientation applied. */
  readonly width: number;
  readonly height: number;
  /** Pages of the source, at least 1. */
  readonly pages: number;
  /** The colour space, where no profile states it; only where `keepsCicp` asks for it. */
  readonly cicp?: Cicp;
  /** Decodes all of it once more, strictly: false where the decoder has made up what it couldn't read. Absent: it never does. */
  readonly isIntact?: () => Promise<boolean>;
}

/** Which picture of a source is wanted. */
export interface Wanted {
  /** Zero-based. */
  readonly page: number;
  /** Pixels; what has no size of its own is drawn to fill this square. */
  readonly box: number;
  /** True for the colours as they are stored, with their profile, and in their depth; else they are made ready for screens. */
  readonly isAsStored?: boolean;
  /** True where a colour space given by code points, such as that of HDR, is kept; else it becomes sRGB. */
  readonly keepsCicp?: boolean;
  /** True where a damaged file is refused; else it is drawn as far as it goes. */
  readonly isSound?: boolean;
}

/** Opens one kind of source; rejects with CannotRender. */
export type OpenSource = (source: DrawableFile & Wanted) => Promise<Picture>;
