import type { Metadata, Sharp } from 'sharp';

/** The image library takes RGB of 16 bits through its profile to Display P3 and no further: this asks for the rest of the way. */
export function throughProfile(pixels: Sharp, { space, icc }: Pick<Metadata, 'space' | 'icc'>): Sharp {
  return space === 'rgb16' && icc !== undefined ? pixels.withIccProfile('srgb', { attach: false }) : pixels;
}
