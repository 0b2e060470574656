/** The box in pixels that a request for a picture means. Pure arithmetic. */
import type { Size } from '../../../core/src/domain/geometry.ts';

/** What rounding errors of a product may be. */
const TINY = 1e-9;

interface Asked {
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Pixels of the screen for each of these. */
  readonly dpr: number;
}

/**
 * Returns the box of a picture (extensions E1): multiplied, rounded half up; if a side is longer than `most`, both shrink by
 * one factor. A side that isn't given is as long as a side may be; without both, the box is a square of `size`.
 */
export function requestedBox({ width, height, dpr }: Asked, { most, size }: { most: number; size: number }): Size {
  const isAny = width === undefined && height === undefined;
  const [across, down] = [width ?? (isAny ? size : undefined), height ?? (isAny ? size : undefined)].map((side) =>
    side === undefined ? undefined : Math.floor(side * dpr + 0.5 + TINY),
  );
  const factor = Math.min(1, most / Math.max(across ?? 0, down ?? 0));
  const shrunk = (side: number | undefined) =>
    side === undefined ? most : Math.max(1, Math.floor(side * factor + 0.5 + TINY));
  return { width: shrunk(across), height: shrunk(down) };
}
