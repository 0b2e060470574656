import sharp from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readBounded } from '../../inspect/bytes.ts';
import type { OpenSource } from './picture.ts';
import { largestJpeg, rawOrientation, withOrientation } from './raw-preview.ts';

const MAX_BYTES = 384 * 2 ** 20;
const MAX_PIXELS = 200_000_000;

/** Opens a camera's raw file by the JPEG that the camera stored in it. Sensor data alone can't be drawn. */
export const openRaw: OpenSource = async ({ path, isSound = false }) => {
  const bytes = await readBounded(path, MAX_BYTES);
  const found = largestJpeg(bytes);
  if (found === undefined) throw new CannotMake('unsupported', 'a raw file without a preview');
  if (found.width * found.height > MAX_PIXELS)
    throw new CannotMake('too_large', `${found.width} x ${found.height} pixels`);
  const jpeg = bytes.subarray(found.offset);
  const { orientation } = await sharp(jpeg, { failOn: 'none' }).metadata();
  // Some previews state their own orientation; the others share that of the sensor.
  const upright = orientation === undefined ? withOrientation(jpeg, rawOrientation(bytes)) : jpeg;
  const pixels = sharp(upright, { failOn: isSound ? 'error' : 'none', limitInputPixels: false });
  const { width, height } = (await pixels.metadata()).autoOrient;
  return { pixels, width, height, pages: 1 };
};
