import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import sharp from 'sharp';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { encodingOf } from '../../../core/src/platform/text-encoding.ts';
import { readBounded } from './bytes.ts';
import { loadFonts } from './fonts.ts';
import { HEAD_BYTES, readSvg } from './svg-at-size.ts';
import { svgRoot } from './svg-size.ts';

const MAX_BYTES = 32 * 2 ** 20;

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

/** Reads an SVG file, plain or gzipped. */
export async function readSvgFile(path: string): Promise<Buffer> {
  const bytes = await readBounded(path, MAX_BYTES);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES });
}

/** Returns the text in UTF-8, because the library knows few other encodings, and marked as SVG. */
export function inUtf8(bytes: Buffer): Buffer {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8') return marked(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  return marked(Buffer.from(text.replace(/^(\s*<\?xml\b[^>]*?)\sencoding\s*=\s*(?:"[^"]*"|'[^']*')/, '$1')));
}

/** The library takes nothing for SVG that has no `<svg` near its beginning, so a comment says it where a prefix is before it. */
function marked(bytes: Buffer): Buffer {
  const root = svgRoot(bytes.toString('latin1', 0, HEAD_BYTES));
  if (root === null || /^<svg/i.test(root[0])) return bytes;
  const declaration = /^(?:\xef\xbb\xbf)?(?:\s*<\?xml\b[^>]*>)?/.exec(bytes.toString('latin1', 0, 1000));
  const place = declaration?.[0].length ?? 0;
  return Buffer.concat([bytes.subarray(0, place), Buffer.from('<!--<svg-->'), bytes.subarray(place)]);
}

/** Returns the size in pixels that the library determines. */
export async function measured(text: Buffer): Promise<Size> {
  await loadFontsFor(text);
  const { width, height } = await sharp(text, { limitInputPixels: false }).metadata();
  return { width, height };
}

/** Loads the fonts so that the letters don't depend on what this process has drawn before. */
export async function loadFontsFor(text: Buffer): Promise<void> {
  if (text.includes('<text') || text.includes(':text')) await loadFonts();
}
