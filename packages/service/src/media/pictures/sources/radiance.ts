import sharp from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { encodeSrgb } from '../srgb.ts';
import { readBounded } from './bytes.ts';
import type { Picture } from './picture.ts';

const MAX_BYTES = 256 * 2 ** 20;
const MAX_PIXELS = 2 ** 26;
const MAX_HEADER_BYTES = 16 * 1024;
const SIZE = /\n\n-Y (\d{1,6}) \+X (\d{1,6})\n/;
/** Row widths that may be packed; narrower and wider rows never are. */
const PACKED = { least: 8, most: 32767 };

/**
 * Opens a Radiance HDR picture (RGBE: three numbers of linear light with a common exponent). Light brighter than screen
 * white is cut off.
 */
export async function openRadiance({ path }: { readonly path: string }): Promise<Picture> {
  const bytes = await readBounded(path, MAX_BYTES);
  const found = SIZE.exec(bytes.toString('latin1', 0, MAX_HEADER_BYTES));
  if (found === null) throw new CannotMake('unsupported', 'a Radiance picture of another orientation, or none');
  const height = Number(found[1]);
  const width = Number(found[2]);
  if (width * height === 0) throw new CannotMake('corrupt', 'a picture without pixels');
  if (width * height > MAX_PIXELS) throw new CannotMake('too_large', `${width} x ${height} pixels`);
  const pixels = Buffer.alloc(width * height * 3);
  const row = Buffer.alloc(width * 4);
  let at = found.index + found[0].length;
  for (let y = 0; y < height; y++) {
    at = readRow(bytes, at, row);
    for (let x = 0; x < width; x++) showLight(row, x, width, pixels, (y * width + x) * 3);
  }
  return { pixels: sharp(pixels, { raw: { width, height, channels: 3 } }), width, height, pages: 1 };
}

/** Fills `row` with all reds, greens, blues and exponents, in this order. Returns the position after the row. */
function readRow(bytes: Buffer, start: number, row: Buffer): number {
  const width = row.length / 4;
  const isPacked =
    width >= PACKED.least &&
    width <= PACKED.most &&
    bytes[start] === 2 &&
    bytes[start + 1] === 2 &&
    ((bytes[start + 2] ?? 0) << 8) + (bytes[start + 3] ?? 0) === width;
  if (!isPacked) {
    if (start + row.length > bytes.length) throw tooShort();
    for (let at = 0; at < row.length; at++) row[(at % 4) * width + (at >> 2)] = bytes[start + at] ?? 0;
    return start + row.length;
  }
  let at = start + 4;
  for (let part = 0; part < 4; part++) {
    const end = (part + 1) * width;
    for (let out = part * width; out < end; ) {
      const count = bytes[at++] ?? 0;
      const isRun = count > 128;
      const length = isRun ? count - 128 : count;
      if (length === 0 || out + length > end || at + (isRun ? 1 : length) > bytes.length) throw tooShort();
      if (isRun) row.fill(bytes[at] ?? 0, out, out + length);
      else bytes.copy(row, out, at, at + length);
      at += isRun ? 1 : length;
      out += length;
    }
  }
  return at;
}

function tooShort(): CannotMake {
  return new CannotMake('corrupt', 'the picture does not decode');
}

function showLight(row: Buffer, x: number, width: number, pixels: Buffer, out: number): void {
  const exponent = row[3 * width + x] ?? 0;
  const scale = exponent === 0 ? 0 : 2 ** (exponent - 136);
  for (let channel = 0; channel < 3; channel++) {
    const light = Math.min(1, (row[channel * width + x] ?? 0) * scale);
    pixels[out + channel] = Math.round(255 * encodeSrgb(light));
  }
}
