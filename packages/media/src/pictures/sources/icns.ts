import sharp from 'sharp';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readBounded } from '../../inspect/bytes.ts';
import { openJp2Bytes } from './jp2.ts';
import { type OpenSource, type Picture, pictureOf } from './picture.ts';

const MAX_BYTES = 64 * 2 ** 20;
const MAX_PIXELS = 64_000_000;
const MAX_ENTRIES = 64;
const HEADER = 8;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const JP2 = Buffer.from([0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20]);
/** Run-length encoded icon types, with their side in pixels and the type of their mask. */
const PACKED: ReadonlyMap<string, { readonly side: number; readonly mask: string }> = new Map([
  ['it32', { side: 128, mask: 't8mk' }],
  ['ih32', { side: 48, mask: 'h8mk' }],
  ['il32', { side: 32, mask: 'l8mk' }],
  ['is32', { side: 16, mask: 's8mk' }],
]);
/** Number of empty bytes at the start of an icon of this type. */
const LEADING_BYTES = { it32: 4 };

/** Opens the largest undamaged icon of an ICNS file: PNG, JPEG 2000 or run-length encoded. */
export const openIcns: OpenSource = async ({ path, ...wanted }) => {
  const bytes = await readBounded(path, MAX_BYTES);
  const entries = readEntries(bytes);
  // The largest icon may be one that is missing.
  if (wanted.isSound && bytes.length >= HEADER && bytes.readUInt32BE(4) > bytes.length)
    throw new CannotMake('corrupt', 'icons are missing');
  const openings = [...entries].flatMap(([type, bytes]): (() => Promise<Picture>)[] => {
    if (bytes.subarray(0, PNG.length).equals(PNG)) return [() => openPng(bytes)];
    if (bytes.subarray(0, JP2.length).equals(JP2)) return [() => openJp2Bytes(bytes, wanted)];
    const packed = PACKED.get(type);
    return packed ? [async () => openPacked(type, bytes, packed.side, entries.get(packed.mask))] : [];
  });
  let failure: unknown = new CannotMake('unsupported', 'no icon in the file that is known');
  let largest: Picture | undefined;
  for (const open of openings) {
    try {
      const picture = await open();
      if (picture.width * picture.height > (largest?.width ?? 0) * (largest?.height ?? 0)) largest = picture;
    } catch (error) {
      failure = error;
    }
  }
  if (largest === undefined) throw failure;
  return largest;
};

function readEntries(bytes: Buffer): ReadonlyMap<string, Buffer> {
  if (bytes.toString('latin1', 0, 4) !== 'icns') throw new CannotMake('corrupt', 'no icons');
  const entries = new Map<string, Buffer>();
  for (let at = HEADER; at + HEADER <= bytes.length && entries.size < MAX_ENTRIES; ) {
    const length = bytes.readUInt32BE(at + 4);
    if (length < HEADER) break;
    entries.set(bytes.toString('latin1', at, at + 4), bytes.subarray(at + HEADER, at + length));
    at += length;
  }
  return entries;
}

async function openPng(bytes: Buffer): Promise<Picture> {
  const pixels = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS });
  const { width, height } = await pixels.metadata();
  return { pixels, width, height, pages: 1 };
}

function openPacked(type: string, bytes: Buffer, side: number, mask: Buffer | undefined): Picture {
  const size = side * side;
  const planes = unpack(bytes.subarray(type === 'it32' ? LEADING_BYTES.it32 : 0), size * 3);
  const pixels = Buffer.alloc(size * 4, 255);
  for (let pixel = 0; pixel < size; pixel++) {
    for (let channel = 0; channel < 3; channel++) pixels[pixel * 4 + channel] = planes[channel * size + pixel] ?? 0;
    if (mask !== undefined && mask.length >= size) pixels[pixel * 4 + 3] = mask[pixel] ?? 255;
  }
  return pictureOf(pixels, { width: side, height: side }, 4);
}

/**
 * Decodes run-length encoding. A byte n up to 127 is followed by n + 1 literal bytes; a byte n from 128 on is followed
 * by one byte, which is repeated n - 125 times.
 */
function unpack(packed: Buffer, length: number): Buffer {
  const out = Buffer.alloc(length);
  let to = 0;
  for (let at = 0; at < packed.length && to < length; ) {
    const head = packed[at++] ?? 0;
    if (head < 128) {
      to += packed.copy(out, to, at, at + head + 1);
      at += head + 1;
    } else {
      out.fill(packed[at++] ?? 0, to, Math.min(length, to + head - 125));
      to += head - 125;
    }
  }
  if (to < length) throw new CannotMake('corrupt', 'an icon ends too early');
  return out;
}
