import { open } from 'node:fs/promises';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readExactly } from '../../inspect/bytes.ts';
import { type FitsPicture, fitsPicture } from '../../inspect/fits-picture.ts';
import { MAX_FLOAT_PIXELS } from '../most-pixels.ts';
import { type Picture, pictureOf } from './picture.ts';

const MAX_BYTES = 384 * 2 ** 20;
const GREATEST: Readonly<Record<number, number>> = { 8: 255, 16: 65_535 };
/** Numbers of 16 bits have a sign, so those without are stored less this. */
const UNSIGNED = 32_768;

/** Opens the picture of a FITS file, from astronomy. Grey and fractions go from black to white over all that occurs. */
export async function openFits({ path }: { readonly path: string }): Promise<Picture> {
  await using file = await open(path);
  const fits = await fitsPicture(file);
  if (fits === undefined) throw new CannotMake('unsupported', 'FITS without a picture');
  const { width, height, planes, bits, dataAt } = fits;
  const count = width * height * planes;
  const bytes = (count * Math.abs(bits)) / 8;
  if (width * height > MAX_FLOAT_PIXELS || bytes > MAX_BYTES)
    throw new CannotMake('too_large', `${width} x ${height} pixels of ${bits} bits`);
  const read = readerOf(await readExactly(file, dataAt, bytes), fits);
  const [least, greatest] = rangeOf(read, count, fits);
  const factor = 255 / (greatest > least ? greatest - least : greatest || 1);
  const from = greatest > least ? least : 0;
  const shown = new Uint8ClampedArray(count);
  // Rows are stored from the lowest, and planes one after another.
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      for (let plane = 0; plane < planes; plane++)
        shown[at++] = (read((plane * height + height - 1 - row) * width + column) - from) * factor;
  return pictureOf(new Uint8Array(shown.buffer), { width, height }, planes);
}

/** Returns the function that reads what a number means; NaN for none, which is shown black. */
function readerOf(bytes: Buffer, { bits, scale, zero, blank }: FitsPicture): (index: number) => number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const readers: Readonly<Record<number, (index: number) => number>> = {
    8: (index) => view.getUint8(index),
    16: (index) => view.getInt16(index * 2),
    32: (index) => view.getInt32(index * 4),
    64: (index) => Number(view.getBigInt64(index * 8)),
    [-32]: (index) => view.getFloat32(index * 4),
    [-64]: (index) => view.getFloat64(index * 8),
  };
  const read = readers[bits];
  if (read === undefined) throw new CannotMake('corrupt', `FITS with numbers of ${bits} bits`);
  return (index) => {
    const number = read(index);
    return number === blank ? Number.NaN : number * scale + zero;
  };
}

function rangeOf(
  read: (index: number) => number,
  count: number,
  { planes, bits, zero, range }: FitsPicture,
): readonly [least: number, greatest: number] {
  const greatest = GREATEST[bits];
  if (planes === 3 && greatest !== undefined && zero === (bits === 16 ? UNSIGNED : 0)) return [0, greatest];
  if (planes === 1 && range) return range;
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < count; index++) {
    const value = read(index);
    if (value < low && value !== Number.NEGATIVE_INFINITY) low = value;
    if (value > high && value !== Number.POSITIVE_INFINITY) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}
