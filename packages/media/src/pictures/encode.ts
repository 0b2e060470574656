import type { Sharp } from 'sharp';
import { areaAt, isSame, type Size } from '../../../core/src/domain/geometry.ts';
import type { PictureFormat } from '../../../core/src/domain/picture-values.ts';
import { CannotMake } from '../derived/cannot-make.ts';
import { type Layout, layOut } from './layout.ts';
import { MARKED_SIDE, type Plan, type Rendered } from './renderer.ts';
import type { Picture } from './sources/picture.ts';

/** What a rendition is made of. */
export interface LaidOut {
  readonly picture: Picture;
  readonly layout: Layout;
  /** Size that the area of the layout is measured in. */
  readonly found: Size;
}

/** Lays out a picture as it is. Throws CannotMake if the crop lies outside of it. */
export function laidOut(picture: Picture, plan: Plan): LaidOut {
  return { picture, layout: layOutOrRefuse(plan, picture), found: picture };
}

export function layOutOrRefuse(plan: Plan, found: Size, isDrawn = false): Layout {
  const layout = layOut(plan, found, isDrawn);
  if (!layout) throw new CannotMake('crop_outside', 'the crop lies outside the picture');
  return layout;
}

/**
 * Encodes a rendition, the last step of every drawing: upright, cropped, scaled, on the background where it may not be
 * transparent, in 8 bits of sRGB, without metadata but the marks.
 */
export async function encode({ picture, layout, found }: LaidOut, plan: Plan): Promise<Rendered> {
  const { background } = plan;
  const format = await formatOf(picture.pixels, plan);
  const { scaled, cut, size } = layout;
  let pixels = (await withArea(picture.pixels, layout, found)).autoOrient();
  pixels =
    cut === 'striking'
      ? pixels.resize({ ...size, fit: 'cover', position: 'attention' })
      : // Passes the exact size, because the image library's fit "inside" may round differently.
        pixels.resize({ ...scaled, fit: 'fill' });
  if (cut !== undefined && cut !== 'striking') pixels = pixels.extract(cut);
  if (format === 'jpg' || plan.frame?.fit === 'contain') pixels = pixels.flatten({ background });
  pixels = bordered(pixels, layout, plan);
  if (plan.isMirrored) pixels = pixels.flop();
  if (plan.degrees) pixels = pixels.rotate(plan.degrees);
  pixels = plan.isGray ? pixels.toColourspace('b-w') : pixels.toColourspace('srgb');
  pixels = marked(pixels, size, plan);
  const { data, info } = await inFormat(pixels, format, plan).toBuffer({ resolveWithObject: true });
  const { pages, natural = { width: picture.width, height: picture.height } } = picture;
  return { bytes: data, format, width: info.width, height: info.height, pages, natural };
}

/** Adds the border of a layout. */
export function bordered(pixels: Sharp, { sheet, size }: Layout, { background }: Plan): Sharp {
  if (!sheet) return pixels;
  const right = size.width - sheet.left - sheet.width;
  const bottom = size.height - sheet.top - sheet.height;
  return pixels.extend({ left: sheet.left, top: sheet.top, right, bottom, background });
}

/** Adds the marks of a plan to a picture that is large enough. */
export function marked(pixels: Sharp, { width, height }: Size, { marks }: Plan): Sharp {
  return marks !== undefined && Math.max(width, height) >= MARKED_SIDE ? pixels.withXmp(marks) : pixels;
}

/** Takes the area of a layout out of stored pixels, which may be fewer than the picture is said to have. */
async function withArea(pixels: Sharp, { area }: Layout, found: Size): Promise<Sharp> {
  if (isSame(area, found)) return pixels;
  const { autoOrient: stored } = await pixels.metadata();
  return pixels.autoOrient().extract(areaAt(area, found, stored));
}

async function formatOf(pixels: Sharp, { format = 'jpg' }: Plan): Promise<PictureFormat> {
  if (format !== 'jpg-or-png') return format;
  const { hasAlpha } = await pixels.metadata();
  return hasAlpha && !(await pixels.clone().stats()).isOpaque ? 'png' : 'jpg';
}

/** AVIF at effort 2 takes half as long again and saves 3 % of the bytes; at 4, ten times as long for 12 % (decisions: media). */
export const EFFORT = { webp: 4, avif: 1 } as const;

function inFormat(pixels: Sharp, format: PictureFormat, { quality }: Plan): Sharp {
  switch (format) {
    case 'jpg':
      // Optimised Huffman tables would take a tenth more time and save only a few percent of the bytes.
      return pixels.jpeg({ quality, progressive: false, optimiseCoding: false });
    case 'png':
      return pixels.png();
    case 'webp':
      return pixels.webp({ quality, effort: EFFORT.webp });
    case 'avif':
      return pixels.avif({ quality, effort: EFFORT.avif, chromaSubsampling: '4:2:0' });
  }
}
