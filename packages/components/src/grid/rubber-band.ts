import type { Point } from './drag.ts';

/** A rectangle that is drawn with the mouse to select what it touches. */
export interface Band {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The rectangle between two opposite corners. */
export function bandBetween(from: Point, to: Point): Band {
  return {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    right: Math.max(from.x, to.x),
    bottom: Math.max(from.y, to.y),
  };
}
