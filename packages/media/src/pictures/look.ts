import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { BACKGROUND } from './plan.ts';
import type { Look, Plan, Rendered } from './renderer.ts';

/** Longest side of a rendition that is looked at; larger ones take long to read again. */
const MAX_SIDE = 4096;
/** Lowest quality of a format that still shows true colours. */
const MIN_QUALITY = 40;
/** Most pixels a side that the algorithm reads. */
const SIDE = 100;

/** Adds what a whole first page looks like, which pages show until the picture is there. */
export async function withLook(rendered: Rendered, plan: Plan): Promise<Rendered> {
  return showsTheWhole(rendered, plan) ? { ...rendered, look: await lookOf(rendered.bytes) } : rendered;
}

/** True unless the picture shows only a part, or something that whoever asked for it has chosen: size, colours, quality. */
function showsTheWhole({ width, height, natural }: Rendered, plan: Plan): boolean {
  const { page, frame, crop, from, isMirrored, degrees, isGray, quality, background } = plan;
  if (page > 0 || crop || from || isMirrored || degrees || isGray) return false;
  const side = Math.max(width, height);
  if (side > MAX_SIDE || side < Math.min(SIDE, Math.max(natural.width, natural.height))) return false;
  return !frame || (frame.fit === 'inside' && quality >= MIN_QUALITY && background === BACKGROUND);
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
