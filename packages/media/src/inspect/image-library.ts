import type { Metadata, Sharp } from 'sharp';
import sharp from 'sharp';

/**
 * Allowed decoders. All others stay blocked, whatever format a file claims to have. SVG is only read from memory,
 * because an SVG read by path could read the files beside it.
 */
const ALLOWED = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadTiff',
  'VipsForeignLoadWebp',
  'VipsForeignLoadHeif',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadSvgBuffer',
];

/**
 * Restricts the image library of this process to decoders that are safe for untrusted files. Call it before opening the
 * first file.
 */
export function confineImageLibrary(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ALLOWED });
  // One drawing process runs per core already, and a cache of operations would only use memory.
  sharp.concurrency(1);
  sharp.cache(false);
}

/**
 * Converts 16-bit RGB fully to sRGB. By default, the image library converts it through its profile only to Display P3.
 */
export function throughProfile(pixels: Sharp, { space, icc }: Pick<Metadata, 'space' | 'icc'>): Sharp {
  return space === 'rgb16' && icc !== undefined ? pixels.withIccProfile('srgb', { attach: false }) : pixels;
}
