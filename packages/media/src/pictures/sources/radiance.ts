import { CannotMake } from '../../derived/cannot-make.ts';
import { readBounded } from '../../inspect/bytes.ts';
import { MAX_FLOAT_PIXELS } from '../most-pixels.ts';
import { withVips } from './jxl.ts';
import { type Picture, pictureOf } from './picture.ts';

const MAX_BYTES = 256 * 2 ** 20;
const MAX_HEADER_BYTES = 16 * 1024;
const SIZE = /\n\n-Y (\d{1,6}) \+X (\d{1,6})\n/;

/** Opens a Radiance HDR picture. Light brighter than screen white is cut off. */
export async function openRadiance({ path }: { readonly path: string }): Promise<Picture> {
  const bytes = await readBounded(path, MAX_BYTES);
  const found = SIZE.exec(bytes.toString('latin1', 0, MAX_HEADER_BYTES));
  // The decoder ignores the orientation.
  if (found === null) throw new CannotMake('unsupported', 'a Radiance picture of another orientation, or none');
  const [height = 0, width = 0] = found.slice(1).map(Number);
  if (width * height === 0) throw new CannotMake('corrupt', 'a picture without pixels');
  if (width * height > MAX_FLOAT_PIXELS) throw new CannotMake('too_large', `${width} x ${height} pixels`);
  const pixels = await withVips((vips) => {
    using image = vips.Image.radloadBuffer(bytes, { access: 'sequential' });
    using light = image.rad2float();
    using shown = light.colourspace('srgb');
    return shown.writeToMemory() as Uint8Array; // sRGB has 8 bits
  });
  return pictureOf(pixels, { width, height }, 3);
}
