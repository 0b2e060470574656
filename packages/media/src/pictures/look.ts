import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import type { Look, Plan, Rendered } from './renderer.ts';

/** Longest side of a rendition that is looked at; larger ones add nothing. */
const MOST_SIDE = 1024;
/** Most pixels a side that the algorithm reads. */
const SIDE = 100;

/** Adds what a whole first page looks like, as thumbnails have it, which pages show until the picture is there. */
export async function withLook(rendered: Rendered, { page, box, frame, crop, from, format }: Plan): Promise<Rendered> {
  const isWhole = page === 0 && box <= MOST_SIDE && !frame && !crop && !from && format === undefined;
  return isWhole ? { ...rendered, look: await lookOf(rendered.bytes) } : rendered;
}

async function lookOf(picture: Uint8Array): Promise<Look> {
  const { data, info } = await sharp(picture)
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const hash = rgbaToThumbHash(info.width, info.height, data);
  return { thumbhash: Buffer.from(hash).toString('base64'), color: meanColour(data) };
}

function meanColour(rgba: Uint8Array): string {
  const sums = [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    for (let channel = 0; channel < 3; channel++) sums[channel] = (sums[channel] ?? 0) + (rgba[at + channel] ?? 0);
  }
  return `#${sums
    .map((sum) =>
      Math.round((sum * 4) / rgba.length)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
