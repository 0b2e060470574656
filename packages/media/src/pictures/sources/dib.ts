import sharp from 'sharp';
import type { Size } from '../../../../core/src/domain/geometry.ts';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readBounded } from '../../inspect/bytes.ts';
import { MAX_BMP_PIXELS } from '../most-pixels.ts';
import { type BlankTiff, blankTiffOf } from '../write-tiff.ts';
import { unpackRunLengths } from './dib-runs.ts';
import type { OpenSource } from './picture.ts';

const RGB = 0;
const RLE8 = 1;
const RLE4 = 2;
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;
const ALLOWED_BITS: Readonly<Record<number, readonly number[]>> = {
  ...{ [RGB]: [1, 2, 4, 8, 16, 24, 32], [RLE8]: [8], [RLE4]: [4] },
  ...{ [BIT_FIELDS]: [16, 32], [ALPHA_BIT_FIELDS]: [16, 32] },
};
const EMBEDDED_PROFILE = 0x4d424544;

/** The header fields that determine how to read the rows. */
interface Header {
  readonly size: number;
  readonly width: number;
  /** Number of rows, without those of an icon's mask. */
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly compression: number;
  readonly palette: Buffer;
  /** Size of a palette entry in bytes. */
  readonly entry: number;
  /** Bit masks of red, green, blue and alpha in a pixel. */
  readonly masks: readonly [number, number, number, number];
  readonly profile: Buffer | undefined;
}

/**
 * Decodes a device-independent bitmap (DIB), the content of BMP and ICO. `bytes` begins with the DIB header; the pixels
 * begin at `pixelsAt`, by default right after the header. Missing rows stay white, unless it must be sound. Throws
 * CannotMake.
 */
export function decodeBitmap(
  bytes: Buffer,
  { pixelsAt, isIcon, isSound = false }: { pixelsAt?: number; isIcon: boolean; isSound?: boolean | undefined },
): BlankTiff & Size {
  const header = readHeader(bytes, isIcon);
  const { width, height, bits, compression } = header;
  const start = pixelsAt ?? header.size + header.palette.length;
  if (start >= bytes.length) throw new CannotMake('corrupt', 'a bitmap without pixels');
  const isPacked = compression === RLE8 || compression === RLE4;
  const indexBits = isPacked ? 8 : bits;
  const stride = isPacked ? width : Math.ceil((width * bits) / 32) * 4;
  const stored = bytes.subarray(start);
  const { indexes: data, isCut } = isPacked
    ? unpackRunLengths(stored, { width, height, isFourBit: compression === RLE4 })
    : // Some writers leave out the padding of the last row.
      { indexes: stored, isCut: stored.length < stride * (height - 1) + Math.ceil((width * bits) / 8) };
  if (isSound && isCut) throw new CannotMake('corrupt', 'a bitmap that ends too early');
  const mask = isIcon ? data.subarray(stride * height) : undefined;
  // Checks the values, because many writers store a meaningless fourth byte.
  const hasAlpha = header.masks[3] !== 0 && bits === 32 && hasOpaque(data, width, height, stride, header.masks[3]);
  const isMasked = mask !== undefined && !hasAlpha;
  const channels = hasAlpha || isMasked ? 4 : 3;
  const layout = { width, height, channels, hasAlpha: channels === 4, profile: header.profile };
  const tiff = blankTiffOf({ ...layout, bits: 8, photometric: 2, isPlanar: false });
  tiff.pixels.fill(255);
  const row = indexBits <= 8 ? paletteRow(header, indexBits) : numberRow(header, hasAlpha);
  const rows = Math.min(height, Math.floor(data.length / stride));
  for (let y = 0; y < rows; y++) {
    const target = (header.isTopDown ? y : height - 1 - y) * width * channels;
    row(data.subarray(y * stride, (y + 1) * stride), tiff.pixels, target, channels);
  }
  if (isMasked) applyMask(mask, header, tiff.pixels);
  return { ...tiff, width, height };
}

function readHeader(bytes: Buffer, isIcon: boolean): Header {
  if (bytes.length < 12) throw new CannotMake('corrupt', 'a bitmap without a header');
  const size = bytes.readUInt32LE(0);
  const isCore = size === 12;
  if (!isCore && (size < 40 || size > 1024 || size > bytes.length))
    throw new CannotMake('corrupt', 'an odd bitmap header');
  const width = isCore ? bytes.readUInt16LE(4) : bytes.readInt32LE(4);
  const signedHeight = isCore ? bytes.readUInt16LE(6) : bytes.readInt32LE(8);
  const height = Math.floor(Math.abs(signedHeight) / (isIcon ? 2 : 1));
  const bits = bytes.readUInt16LE(isCore ? 10 : 14);
  const compression = isCore ? RGB : bytes.readUInt32LE(16);
  if (width <= 0 || height <= 0) throw new CannotMake('corrupt', `a bitmap of ${width} x ${height} pixels`);
  if (width * height > MAX_BMP_PIXELS) throw new CannotMake('too_large', `${width} x ${height} pixels`);
  if (!ALLOWED_BITS[compression]?.includes(bits))
    throw new CannotMake('unsupported', `a bitmap of ${bits} bits, compression ${compression}`);

  // Longer headers contain the masks; after the short header, the masks follow it directly.
  const maskCount = compression === ALPHA_BIT_FIELDS || size >= 56 ? 4 : 3;
  const hasMasks = compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS;
  const masks = hasMasks ? readMasks(bytes, maskCount) : plainMasks(bits, isIcon);
  const headerSize = size === 40 && hasMasks ? size + maskCount * 4 : size;
  const entry = isCore ? 3 : 4;
  const claimed = isCore || bits > 8 ? 0 : bytes.readUInt32LE(32);
  const colours = bits > 8 ? 0 : Math.min(claimed === 0 ? 2 ** bits : claimed, 2 ** bits);
  return {
    size: headerSize,
    width,
    height,
    isTopDown: signedHeight < 0,
    bits,
    compression,
    palette: bytes.subarray(headerSize, headerSize + colours * entry),
    entry,
    masks,
    profile: size >= 124 ? embeddedProfile(bytes) : undefined,
  };
}

function readMasks(bytes: Buffer, count: number): Header['masks'] {
  if (bytes.length < 40 + count * 4) throw new CannotMake('corrupt', 'a bitmap without its masks');
  const [red, green, blue] = [bytes.readUInt32LE(40), bytes.readUInt32LE(44), bytes.readUInt32LE(48)];
  return [red, green, blue, count > 3 ? bytes.readUInt32LE(52) : 0];
}

function plainMasks(bits: number, isIcon: boolean): Header['masks'] {
  if (bits === 16) return [0x7c00, 0x3e0, 0x1f, 0];
  return [0xff0000, 0xff00, 0xff, isIcon && bits === 32 ? 0xff000000 : 0];
}

function embeddedProfile(bytes: Buffer): Buffer | undefined {
  if (bytes.readUInt32LE(56) !== EMBEDDED_PROFILE) return undefined;
  const start = bytes.readUInt32LE(112);
  const profile = bytes.subarray(start, start + bytes.readUInt32LE(116));
  return profile.length > 128 ? profile : undefined;
}

type DrawRow = (row: Buffer, target: Uint8ClampedArray, at: number, channels: number) => void;

function paletteRow({ palette, entry, width }: Header, bits: number): DrawRow {
  const perByte = 8 / bits;
  return (row, target, at, channels) => {
    for (let x = 0; x < width; x++, at += channels) {
      const byte = row[Math.floor(x / perByte)] ?? 0;
      const colour = ((byte >> (8 - bits * ((x % perByte) + 1))) & (2 ** bits - 1)) * entry;
      target[at] = palette[colour + 2] ?? 0;
      target[at + 1] = palette[colour + 1] ?? 0;
      target[at + 2] = palette[colour] ?? 0;
    }
  };
}

function numberRow({ bits, masks, width }: Header, hasAlpha: boolean): DrawRow {
  const [red, green, blue, alpha] = masks.map(scaler) as [Scale, Scale, Scale, Scale]; // map keeps the length
  const size = bits / 8;
  return (row, target, at, channels) => {
    for (let x = 0; x < width; x++, at += channels) {
      const value = row.readUIntLE(x * size, size);
      target[at] = red(value);
      target[at + 1] = green(value);
      target[at + 2] = blue(value);
      if (hasAlpha) target[at + 3] = alpha(value);
    }
  };
}

/** Extracts a colour component from a pixel, as 0 to 255. */
export type Scale = (pixel: number) => number;

/** Returns a function that extracts the masked bits of a pixel and scales them to 0 to 255. */
export function scaler(mask: number): Scale {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (pixel) => ((((pixel & mask) >>> 0) >>> shift) * 255) / most;
}

function hasOpaque(data: Buffer, width: number, height: number, stride: number, mask: number): boolean {
  for (let y = 0; y < height; y++) {
    for (let at = y * stride; at < y * stride + width * 4 && at + 4 <= data.length; at += 4) {
      if ((data.readUInt32LE(at) & mask) !== 0) return true;
    }
  }
  return false;
}

/** Applies an icon's mask: one bit per pixel, set where the icon is transparent. */
function applyMask(mask: Buffer, { width, height, isTopDown }: Header, pixels: Uint8ClampedArray): void {
  const stride = Math.ceil(width / 32) * 4;
  for (let y = 0; y < height; y++) {
    const target = (isTopDown ? y : height - 1 - y) * width * 4;
    for (let x = 0; x < width; x++) {
      const byte = mask[y * stride + (x >> 3)] ?? 0;
      pixels[target + x * 4 + 3] = byte & (0x80 >> (x & 7)) ? 0 : 255;
    }
  }
}

const MAX_BYTES = 256 * 2 ** 20;
const FILE_HEADER_BYTES = 14;

export const openBmp: OpenSource = async ({ path, isSound }) => {
  const bytes = await readBounded(path, MAX_BYTES);
  if (bytes.length < FILE_HEADER_BYTES || bytes.toString('latin1', 0, 2) !== 'BM')
    throw new CannotMake('corrupt', 'not a bitmap');
  const pixelsAt = bytes.readUInt32LE(10) - FILE_HEADER_BYTES;
  const { file, width, height } = decodeBitmap(bytes.subarray(FILE_HEADER_BYTES), {
    ...(pixelsAt > 0 ? { pixelsAt } : {}),
    isIcon: false,
    isSound,
  });
  return { pixels: sharp(file, { limitInputPixels: false }), width, height, pages: 1 };
};
