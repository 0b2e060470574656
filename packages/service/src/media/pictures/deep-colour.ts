import type { Metadata, Sharp } from 'sharp';

/**
 * Converts 16-bit RGB fully to sRGB. By default, the image library converts it through its profile only to Display P3.
 */
export function throughProfile(pixels: Sharp, { space, icc }: Pick<Metadata, 'space' | 'icc'>): Sharp {
  return space === 'rgb16' && icc !== undefined ? pixels.withIccProfile('srgb', { attach: false }) : pixels;
}
