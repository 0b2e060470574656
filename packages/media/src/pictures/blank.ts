import sharp from 'sharp';
import type { PictureFormat } from '../../../core/src/domain/picture-values.ts';
import type { Rendered } from './renderer.ts';

const GRID = 64;
/** Largest difference per channel that JPEG compression causes in an area of one colour. */
const TOLERANCE = 6;
/** Blank share from which a damaged picture is useless. */
const NEARLY_ALL = 0.75;
/** A picture with more bytes per pixel than this has visible content over much of its area. */
const MAX_BYTES_PER_PIXEL: Readonly<Record<PictureFormat, number>> = { jpg: 0.3, png: 0.3, webp: 0.1, avif: 0.05 };

/**
 * Tells whether a strip of one colour along one side covers three quarters of a picture or more, as when a decoder
 * stopped early.
 */
export async function isNearlyBlank({ bytes, format, width, height }: Rendered): Promise<boolean> {
  if (bytes.length > 1024 + width * height * MAX_BYTES_PER_PIXEL[format]) return false;
  const pixels = await sharp(bytes)
    .resize({ width: GRID, height: GRID, fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return blankShare(pixels, GRID) >= NEARLY_ALL;
}

/**
 * Returns the share (0 to 1) of a square of `side` x `side` RGB pixels that its widest single-colour strip along a side
 * covers.
 */
function blankShare(pixels: Uint8Array, side: number): number {
  const last = side - 1;
  const views: ((line: number, along: number) => number)[] = [
    (line, along) => line * side + along,
    (line, along) => (last - line) * side + along,
    (line, along) => along * side + line,
    (line, along) => along * side + last - line,
  ];
  const lines = views.map((pixelAt) => {
    for (let line = 0; line < side; line++) {
      for (let along = 0; along < side; along++) {
        if (!isLike(pixels, pixelAt(line, along), pixelAt(0, 0))) return line;
      }
    }
    return side;
  });
  return Math.max(...lines) / side;
}

function isLike(pixels: Uint8Array, one: number, other: number): boolean {
  for (let channel = 0; channel < 3; channel++) {
    const difference = (pixels[one * 3 + channel] ?? 0) - (pixels[other * 3 + channel] ?? 0);
    if (Math.abs(difference) > TOLERANCE) return false;
  }
  return true;
}
