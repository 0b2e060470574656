import { open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import sharp from 'sharp';
import { CannotRender } from '../../ports/renderer.ts';
import type { Picture } from './picture.ts';

const MAX_BYTES = 32 * 2 ** 20;

/** Opens an SVG file, plain or gzipped. It never reaches other files or the network: text in memory has no place to start from. */
export async function openSvg({ path }: { readonly path: string }): Promise<Picture> {
  return await openSvgText(await plainText(await readBounded(path)));
}

/** Opens SVG text at its natural size. */
export async function openSvgText(text: Buffer): Promise<Picture> {
  // Shapes are drawn at the size of the result, so the size they claim costs nothing.
  const pixels = sharp(text, { limitInputPixels: false });
  const { width, height } = await pixels.metadata();
  return { pixels, width, height, pages: 1 };
}

async function readBounded(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  if (size > MAX_BYTES) throw new CannotRender('too_large', `an SVG of ${size} bytes`);
  return await file.readFile();
}

async function plainText(bytes: Buffer): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES });
}
