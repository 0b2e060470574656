import sharp from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readBounded } from './bytes.ts';
import { decodeBitmap } from './dib.ts';
import type { Picture } from './picture.ts';

const MAX_BYTES = 256 * 2 ** 20;
const FILE_HEADER_BYTES = 14;

/** Opens a Windows or OS/2 bitmap. */
export async function openBmp({ path }: { readonly path: string }): Promise<Picture> {
  const bytes = await readBounded(path, MAX_BYTES);
  if (bytes.length < FILE_HEADER_BYTES || bytes.toString('latin1', 0, 2) !== 'BM')
    throw new CannotMake('corrupt', 'not a bitmap');
  const pixelsAt = bytes.readUInt32LE(10) - FILE_HEADER_BYTES;
  const { file, width, height } = decodeBitmap(bytes.subarray(FILE_HEADER_BYTES), {
    ...(pixelsAt > 0 ? { pixelsAt } : {}),
    isIcon: false,
  });
  return { pixels: sharp(file, { limitInputPixels: false }), width, height, pages: 1 };
}
