import type { FileHandle } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { readHeifHead } from './heif.ts';

const MAY_BE = /^image\/(?:a?png|webp|gif|tiff|svg\+xml|avif|bmp|x-icon|x-cursor|jxl|jp2|jpx|vnd\.adobe\.photoshop)$/;
const HEIF = /^image\/hei[cf](?:-sequence)?$/;
/** Kind of the auxiliary picture that holds the alpha of HEIF. */
const ALPHA = 'urn:mpeg:mpegB:cicp:systems:auxiliary:alpha';

/** Returns true for pictures that are worth decoding to see whether they have transparent pixels. */
export async function mayBeTransparent(mediaType: string, file: FileHandle): Promise<boolean> {
  // Decoding HEIC is slow, and hardly any has alpha.
  if (HEIF.test(mediaType)) return (await readHeifHead(file)).meta?.includes(ALPHA) ?? false;
  return MAY_BE.test(mediaType);
}

/** Pixels above which a picture with an alpha channel counts as transparent unread: each is a byte in memory. */
const MAX_READ = 2 ** 28;
const OPAQUE = 0xff;

/** Returns true if a pixel isn't opaque. */
export async function isSeenThrough({
  pixels,
  width,
  height,
}: {
  pixels: Sharp;
  width: number;
  height: number;
}): Promise<boolean> {
  if ((await pixels.metadata()).hasAlpha !== true) return false;
  if (width * height > MAX_READ) return true;
  const alpha = await pixels.clone().extractChannel('alpha').toColourspace('b-w').raw({ depth: 'uchar' }).toBuffer();
  return alpha.some((each) => each !== OPAQUE);
}
