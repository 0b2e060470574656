import { CannotMake } from '../../derived/cannot-make.ts';
import { readBounded } from '../../inspect/bytes.ts';
import { type RadianceHeader, readRadianceHeader } from '../../inspect/radiance-header.ts';
import { MAX_FLOAT_PIXELS } from '../most-pixels.ts';
import { withVips } from './jxl.ts';
import { type Picture, pictureOf } from './picture.ts';

const MAX_BYTES = 256 * 2 ** 20;

/** Opens a Radiance HDR picture. Light brighter than screen white is cut off. */
export async function openRadiance({ path }: { readonly path: string }): Promise<Picture> {
  const bytes = await readBounded(path, MAX_BYTES);
  const header = readRadianceHeader(bytes);
  if (header === undefined) throw new CannotMake('corrupt', 'a Radiance picture without a size');
  const { width, height, isTransposed, from, end } = header;
  if (width * height === 0) throw new CannotMake('corrupt', 'a picture without pixels');
  if (width * height > MAX_FLOAT_PIXELS) throw new CannotMake('too_large', `${width} x ${height} pixels`);
  // The decoder reads it as any other, and ignores how it lies.
  const stored = isTransposed ? { width: height, height: width } : { width, height };
  const usual = Buffer.from(`-Y ${stored.height} +X ${stored.width}\n`);
  const upright = Buffer.concat([bytes.subarray(0, from), usual, bytes.subarray(end)]);
  const pixels = await withVips((vips) => {
    using image = vips.Image.radloadBuffer(upright, { access: 'sequential' });
    using light = image.rad2float();
    using shown = light.colourspace('srgb');
    return shown.writeToMemory() as Uint8Array; // sRGB has 8 bits
  });
  return pictureOf(asSeen(pixels, header), { width, height }, 3);
}

function asSeen(
  pixels: Uint8Array,
  { width, height, isTransposed, isUpsideDown, isMirrored }: RadianceHeader,
): Uint8Array {
  if (!isTransposed && !isUpsideDown && !isMirrored) return pixels;
  const seen = new Uint8Array(pixels.length);
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, to += 3) {
      const row = isUpsideDown ? height - 1 - y : y;
      const column = isMirrored ? width - 1 - x : x;
      const from = (isTransposed ? column * height + row : row * width + column) * 3;
      seen[to] = pixels[from] ?? 0;
      seen[to + 1] = pixels[from + 1] ?? 0;
      seen[to + 2] = pixels[from + 2] ?? 0;
    }
  }
  return seen;
}
