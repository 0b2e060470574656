/** Orientations of what is seen of a picture or film (extensions E9). */
export const ORIENTATIONS = ['landscape', 'portrait', 'square', 'panorama'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

/** Sides that differ by at most this share of the longer one make a square. */
const SQUARE_SHARE = 50;
const PANORAMA_RATIO = 2;

/** Returns the narrowest orientation of a size in pixels: each panorama is a landscape, too. Undefined without pixels. */
export function orientationOf(width: number, height: number): Orientation | undefined {
  if (width <= 0 || height <= 0) return undefined;
  if (Math.abs(width - height) * SQUARE_SHARE <= Math.max(width, height)) return 'square';
  if (width < height) return 'portrait';
  return width >= height * PANORAMA_RATIO ? 'panorama' : 'landscape';
}
