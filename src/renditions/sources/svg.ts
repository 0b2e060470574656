import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import sharp from 'sharp';
import type { FileFacts } from '../../domain/facts.ts';
import type { DrawableFile } from '../../ports/renderer.ts';
import { loadFonts } from '../sheet/fonts.ts';
import { readBounded } from './bytes.ts';
import type { Picture } from './picture.ts';
import { boundedSvg } from './svg-bounds.ts';

const MAX_BYTES = 32 * 2 ** 20;
/** At this density of the library a pixel of the drawing is a pixel of the picture. */
const PIXEL_DENSITY = 72;
const MAX_DENSITY = 100_000;

/** Opens an SVG file, plain or gzipped. It never reaches other files or the network: text in memory has no place to start from. */
export async function openSvg({ path, facts }: DrawableFile): Promise<Picture> {
  const own = await plainText(await readBounded(path, MAX_BYTES));
  const text = boundedSvg(own);
  const picture = await openSvgText(text);
  if (!hasShapeOf(picture, facts)) return picture;
  if (text !== own) return { ...picture, width: facts.width, height: facts.height };
  // Inches and millimetres are 96 pixels per inch to the facts as to any browser, but 72 to the library.
  const density = Math.min(MAX_DENSITY, PIXEL_DENSITY * Math.max(1, facts.width / picture.width));
  return {
    ...picture,
    pixels: sharp(text, { limitInputPixels: false, density }),
    width: facts.width,
    height: facts.height,
  };
}

/** Opens SVG text at its natural size. */
export async function openSvgText(text: Buffer): Promise<Picture> {
  // The same letters whatever this process has drawn before.
  if (text.includes('<text')) await loadFonts();
  // Shapes are drawn at the size of the result, so the size they claim costs nothing.
  const pixels = sharp(text, { limitInputPixels: false });
  const { width, height } = await pixels.metadata();
  return { pixels, width, height, pages: 1 };
}

/** Both are rounded to whole pixels, the smaller one more coarsely. */
function hasShapeOf({ width, height }: Picture, facts: Pick<FileFacts, 'width' | 'height'>): boolean {
  if (facts.width <= 0 || facts.height <= 0) return false;
  return Math.abs(facts.height - (facts.width / width) * height) <= 1 + facts.width / width;
}

async function plainText(bytes: Buffer): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES });
}
