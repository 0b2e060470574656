import sharp from 'sharp';
import type { Texture } from './scene.ts';

const MAX_BYTES = 64 * 2 ** 20;
const MAX_PIXELS = 100_000_000;

/** The pixels of an embedded picture, no side longer than `side`; undefined where it can't be decoded. */
export async function decodeTexture(
  image: Uint8Array | null,
  side: number,
): Promise<Pick<Texture, 'width' | 'height' | 'pixels'> | undefined> {
  if (image === null || image.length === 0 || image.length > MAX_BYTES) return undefined;
  try {
    const { data, info } = await sharp(image, { limitInputPixels: MAX_PIXELS, failOn: 'none' })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return info.channels === 4 ? { width: info.width, height: info.height, pixels: data } : undefined;
  } catch {
    return undefined; // the shape is worth a picture without it
  }
}
