import type { Sharp } from 'sharp';
import type { SourceFile } from '../../ports/renderer.ts';

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

/** Opens one kind of source; rejects with CannotRender. `box` is the side in pixels that the picture is to fit into. */
export type OpenSource = (source: SourceFile & { readonly page: number; readonly box: number }) => Promise<Picture>;
