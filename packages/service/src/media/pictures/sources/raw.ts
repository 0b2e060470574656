import sharp from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readBounded } from '../../inspect/bytes.ts';
import type { Picture } from './picture.ts';
import { largestJpeg, rawOrientation, withOrientation } from './raw-preview.ts';

export const RAW_TYPES: readonly string[] = `
  image/x-adobe-dng image/x-canon-cr2 image/x-canon-cr3 image/x-canon-crw image/x-epson-erf image/x-fujifilm-raf image/x-gopro-gpr
  image/x-hasselblad-3fr image/x-hasselblad-fff image/x-kodak-dcr image/x-kodak-k25 image/x-kodak-kdc image/x-leica-rwl
  image/x-mamiya-mef image/x-minolta-mrw image/x-nikon-nef image/x-nikon-nrw image/x-olympus-orf image/x-panasonic-rw2
  image/x-pentax-pef image/x-raw image/x-samsung-srw image/x-sigma-x3f image/x-sony-arw image/x-sony-sr2 image/x-sony-srf`
  .trim()
  .split(/\s+/);

const MAX_BYTES = 384 * 2 ** 20;
const MAX_PIXELS = 200_000_000;

/** Opens a camera's raw file by the JPEG that the camera stored in it. Sensor data alone can't be drawn. */
export async function openRaw({ path }: { readonly path: string }): Promise<Picture> {
  const bytes = await readBounded(path, MAX_BYTES);
  const found = largestJpeg(bytes);
  if (found === undefined) throw new CannotMake('unsupported', 'a raw file without a preview');
  if (found.width * found.height > MAX_PIXELS)
    throw new CannotMake('too_large', `${found.width} x ${found.height} pixels`);
  const jpeg = bytes.subarray(found.offset);
  const { orientation } = await sharp(jpeg, { failOn: 'none' }).metadata();
  // Some previews state their own orientation; the others share that of the sensor.
  const upright = orientation === undefined ? withOrientation(jpeg, rawOrientation(bytes)) : jpeg;
  const pixels = sharp(upright, { failOn: 'none', limitInputPixels: false });
  const { width, height } = (await pixels.metadata()).autoOrient;
  return { pixels, width, height, pages: 1 };
}
