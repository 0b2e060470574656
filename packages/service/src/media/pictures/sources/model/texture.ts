import sharp from 'sharp';
import type { Texture } from './scene.ts';

const MAX_BYTES = 64 * 2 ** 20;
const MAX_PIXELS = 100_000_000;

/**
 * Decodes an embedded picture, scaled down so that no side is longer than `side` pixels; undefined if it can't be
 * decoded.
 */
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
    return undefined; // the model is still worth drawing without the texture
  }
}
