import type { Sharp } from 'sharp';

/** A source opened for drawing: nothing is decoded yet. */
export interface Picture {
  /** Yields the pixels as stored; what turns them upright is applied later. */
  readonly pixels: Sharp;
  /** Pixels as seen, orientation applied. */
  readonly width: number;
  readonly height: number;
  /** Pages of the source, at least 1. */
  readonly pages: number;
}

/** Opens one kind of source; rejects with CannotRender. */
export type OpenSource = (source: { readonly path: string; readonly page: number }) => Promise<Picture>;
