import { TextDecoder } from '@exodus/bytes/encoding.js';
import sharp from 'sharp';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { encodingOf } from '../../../core/src/platform/text-encoding.ts';
import { loadFonts } from './fonts.ts';
import { readSvg } from './svg-at-size.ts';
import { readXmlFile } from './xml-file.ts';

/** Returns the size of an SVG file in pixels at 96 per inch. */
export async function svgFileSize(path: string): Promise<Size> {
  return await svgTextSize(await readXmlFile(path));
}

/** Returns the size of SVG text like `svgFileSize`. */
export async function svgTextSize(bytes: Buffer): Promise<Size> {
  const text = forLibrary(bytes);
  const { width, height } = readSvg(text) ?? (await measured(text));
  return { width, height };
}

/** Tells the library that a text is an SVG, which it doesn't see if the elements have a prefix of their own. */
const MARK = Buffer.from('<!--<svg-->');
const HEAD_BYTES = 1000;

/** Returns the text as the library needs it: in UTF-8, because it knows few other encodings, and known as an SVG. */
export function forLibrary(bytes: Buffer): Buffer {
  const text = inUtf8(bytes);
  const head = text.toString('latin1', 0, HEAD_BYTES);
  if (/<svg/i.test(head)) return text;
  const at = /^(?:\xef\xbb\xbf)?(?:<\?xml\b[^>]*>)?/.exec(head)?.[0].length ?? 0;
  return Buffer.concat([text.subarray(0, at), MARK, text.subarray(at)]);
}

function inUtf8(bytes: Buffer): Buffer {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8') return bytes;
  const text = new TextDecoder(encoding).decode(bytes);
  return Buffer.from(text.replace(/^(\s*<\?xml\b[^>]*?)\sencoding\s*=\s*(?:"[^"]*"|'[^']*')/, '$1'));
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
