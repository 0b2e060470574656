import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import sharp from 'sharp';
import type { Size } from '../../../../core/src/domain/geometry.ts';
import { encodingOf } from '../../../../core/src/platform/text-encoding.ts';
import { MOST_DRAWN, pageSize } from '../plan.ts';
import { loadFonts } from '../sheet/fonts.ts';
import { readBounded } from './bytes.ts';
import type { Picture, Wanted } from './picture.ts';
import { readSvg } from './svg-at-size.ts';

const MAX_BYTES = 32 * 2 ** 20;
/** Resolution for inches and millimetres, the same as in browsers: 96 pixels per inch. */
const DENSITY = 96;
/** Density at which the library draws one SVG pixel as one picture pixel. */
const PIXEL_DENSITY = 72;
const MAX_DENSITY = 100_000;

type Source = { readonly path: string } & Pick<Wanted, 'box'>;

/**
 * Opens an SVG file, plain or gzipped, drawn to fill the box. It can't reach other files or the network, because the
 * library receives text in memory, which has no base path.
 */
export async function openSvg({ path, box }: Source): Promise<Picture> {
  return await openSvgText(await readSvgFile(path), box);
}

/** Returns the size of an SVG file in pixels at 96 per inch. */
export async function svgFileSize(path: string): Promise<Size> {
  return await svgTextSize(await readSvgFile(path));
}

/** Returns the size of SVG text like `svgFileSize`. */
export async function svgTextSize(bytes: Buffer): Promise<Size> {
  const text = inUtf8(bytes);
  const { width, height } = readSvg(text) ?? (await measured(text));
  return { width, height };
}

/** Opens SVG text like `openSvg`. */
export async function openSvgText(bytes: Buffer, box: number): Promise<Picture> {
  const text = inUtf8(bytes);
  await loadFontsFor(text);
  const svg = readSvg(text);
  const own = svg ?? (await measured(text));
  const size = pageSize(own.width, own.height, box > MOST_DRAWN ? naturalSide(own) : box) ?? own;
  // Passes the final size from the start, because the library parses the text again for every other size.
  const pixels = svg
    ? sharp(svg.at(scaled(size, PIXEL_DENSITY / DENSITY)), { limitInputPixels: false, density: DENSITY })
    : sharp(text, { limitInputPixels: false, density: densityFor(size.width / own.width) });
  return { pixels, ...size, pages: 1 };
}

/** Loads the fonts so that the letters don't depend on what this process has drawn before. */
async function loadFontsFor(text: Buffer): Promise<void> {
  if (text.includes('<text')) await loadFonts();
}

async function readSvgFile(path: string): Promise<Buffer> {
  const bytes = await readBounded(path, MAX_BYTES);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES });
}

/** Returns the text in UTF-8, because the library knows few other encodings. */
function inUtf8(bytes: Buffer): Buffer {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8') return bytes;
  const text = new TextDecoder(encoding).decode(bytes);
  return Buffer.from(text.replace(/^(\s*<\?xml\b[^>]*?)\sencoding\s*=\s*(?:"[^"]*"|'[^']*')/, '$1'));
}

/** Returns the size in pixels that the library determines. */
async function measured(text: Buffer): Promise<Size> {
  await loadFontsFor(text);
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
