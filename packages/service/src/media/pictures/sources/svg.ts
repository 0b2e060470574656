import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import sharp from 'sharp';
import type { Size } from '../../../domain/geometry.ts';
import { MOST_DRAWN, pageSize } from '../page-size.ts';
import { loadFonts } from '../sheet/fonts.ts';
import { readBounded } from './bytes.ts';
import type { Picture, Wanted } from './picture.ts';
import { readSvg } from './svg-at-size.ts';

const MAX_BYTES = 32 * 2 ** 20;
/** Inches and millimetres are 96 pixels per inch, as to any browser. */
const DENSITY = 96;
/** At this density of the library a pixel of the drawing is a pixel of the picture. */
const PIXEL_DENSITY = 72;
const MAX_DENSITY = 100_000;

type Source = { readonly path: string } & Pick<Wanted, 'box'>;

/**
 * Opens an SVG file, plain or gzipped, drawn to fill the box. It never reaches other files or the network: text in memory has no
 * place to start from.
 */
export async function openSvg({ path, box }: Source): Promise<Picture> {
  return await openSvgText(await readSvgFile(path), box);
}

/** Pixels of an SVG file at 96 per inch. */
export async function svgFileSize(path: string): Promise<Size> {
  const text = await readSvgFile(path);
  return readSvg(text) ?? (await measured(text));
}

/** The same for SVG text. */
export async function openSvgText(text: Buffer, box: number): Promise<Picture> {
  // The same letters whatever this process has drawn before.
  if (text.includes('<text')) await loadFonts();
  const svg = readSvg(text);
  const own = svg ?? (await measured(text));
  const size = pageSize(own.width, own.height, box > MOST_DRAWN ? naturalSide(own) : box) ?? own;
  // The library reads the text anew for every other size, so it is told the right one at once.
  const pixels = svg
    ? sharp(svg.at(scaled(size, PIXEL_DENSITY / DENSITY)), { limitInputPixels: false, density: DENSITY })
    : sharp(text, { limitInputPixels: false, density: densityFor(size.width / own.width) });
  return { pixels, ...size, pages: 1 };
}

async function readSvgFile(path: string): Promise<Buffer> {
  const bytes = await readBounded(path, MAX_BYTES);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES });
}

/** The pixels that the library finds. */
async function measured(text: Buffer): Promise<Size> {
  const { width, height } = await sharp(text, { limitInputPixels: false }).metadata();
  return { width, height };
}

function naturalSide({ width, height }: Size): number {
  return Math.min(MOST_DRAWN, Math.max(1, Math.round(Math.max(width, height))));
}

function scaled({ width, height }: Size, factor: number): Size {
  return { width: width * factor, height: height * factor };
}

function densityFor(factor: number): number {
  return Math.min(MAX_DENSITY, Math.max(1, PIXEL_DENSITY * factor));
}
