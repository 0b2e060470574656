import { CannotMake } from '../../../derived/cannot-make.ts';
import { canUnpack, unpackBlock } from './blocks.ts';
import { FORMAT, type TiffPage } from './page.ts';

/** Maximum number of samples in memory, each of four bytes at most. A million takes a tenth of a second. */
const MAX_NUMBERS = 50_000_000;
const HORIZONTAL = 2;
const FLOATING = 3;

/** Interleaved samples of a picture: unchanged if they are unsigned and of at most 16 bits, else floats. */
export type Numbers = Uint16Array | Float32Array;

/**
 * Reads the first `kept` samples of each pixel of a page, of any bit depth, in strips or tiles. Rejects with
 * CannotMake.
 */
export async function readNumbers(file: Buffer, page: TiffPage, kept: number): Promise<Numbers> {
  const { width, height, bits, block, isPlanar, samples, offsets, lengths } = page;
  if (width < 1 || height < 1 || block.width < 1 || block.height < 1)
    throw new CannotMake('corrupt', `${width} x ${height} pixels in blocks of ${block.width} x ${block.height}`);
  if (width * height * kept > MAX_NUMBERS || block.width * block.height * samples * (bits / 8) > MAX_NUMBERS * 4)
    throw new CannotMake('too_large', `${width} x ${height} pixels of ${kept} numbers`);
  if (!canUnpack(page.compression)) throw new CannotMake('unsupported', `compression ${page.compression}`);
  const read = numberReader(page);
  const isSmall = page.format !== FORMAT.signed && page.format !== FORMAT.float && bits <= 16;
  const numbers = isSmall ? new Uint16Array(width * height * kept) : new Float32Array(width * height * kept);

  const across = Math.ceil(width / block.width);
  const down = Math.ceil(height / block.height);
  const planes = isPlanar ? kept : 1;
  const inBlock = isPlanar ? 1 : samples;
  const rowBytes = Math.ceil((block.width * inBlock * bits) / 8);
  for (let index = 0; index < across * down * planes; index++) {
    const plane = Math.floor(index / (across * down));
    const left = (index % across) * block.width;
    const top = (Math.floor(index / across) % down) * block.height;
    const [offset = -1, length = 0] = [offsets[index], lengths[index] ?? (offsets.length === 1 ? file.length : 0)];
    if (offset < 0 || offset >= file.length) throw new CannotMake('corrupt', `block ${index} is not in the file`);
    const packed = file.subarray(offset, offset + length);
    const rows = page.isTiled ? block.height : Math.min(block.height, height - top);
    const plain = await unpackBlock(
      page.compression,
      page.isLowBitFirst ? withBitsReversed(packed) : packed,
      rowBytes * rows,
    );
    if (plain.length < rowBytes * Math.min(rows, height - top))
      throw new CannotMake('corrupt', `block ${index} ends too early`);
    const whole = page.predictor > 1 ? undoPrediction(Buffer.from(plain), page, rowBytes, inBlock) : plain;
    const columns = Math.min(block.width, width - left);
    for (let y = 0; y < Math.min(rows, height - top); y++) {
      let to = ((top + y) * width + left) * kept + plane;
      for (let x = 0; x < columns; x++, to += kept) {
        if (isPlanar) numbers[to] = read(whole, y * rowBytes, x);
        else for (let of = 0; of < kept; of++) numbers[to + of] = read(whole, y * rowBytes, x * samples + of);
      }
    }
  }
  return numbers;
}

/** Reads the number at an index of the row that starts at byte `row`. */
type ReadNumber = (bytes: Buffer, row: number, index: number) => number;

function numberReader({ bits, format, isLittle }: TiffPage): ReadNumber {
  if (format === FORMAT.float) {
    if (bits === 16)
      return (bytes, row, index) => {
        const at = row + index * 2;
        return halfFloat(isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
      };
    if (bits === 32)
      return (bytes, row, index) =>
        isLittle ? bytes.readFloatLE(row + index * 4) : bytes.readFloatBE(row + index * 4);
    if (bits === 64)
      return (bytes, row, index) =>
        isLittle ? bytes.readDoubleLE(row + index * 8) : bytes.readDoubleBE(row + index * 8);
  }
  if (format === FORMAT.signed && (bits === 8 || bits === 16 || bits === 32)) {
    const size = bits / 8;
    return (bytes, row, index) =>
      isLittle ? bytes.readIntLE(row + index * size, size) : bytes.readIntBE(row + index * size, size);
  }
  if (format !== FORMAT.float && format !== FORMAT.signed && bits >= 1 && bits <= 32) {
    const size = bits / 8;
    if (bits === 8) return (bytes, row, index) => bytes[row + index] ?? 0;
    if (bits === 16 && isLittle) return (bytes, row, index) => bytes.readUInt16LE(row + index * 2);
    if (bits === 16) return (bytes, row, index) => bytes.readUInt16BE(row + index * 2);
    if (Number.isInteger(size))
      return (bytes, row, index) =>
        isLittle ? bytes.readUIntLE(row + index * size, size) : bytes.readUIntBE(row + index * size, size);
    return (bytes, row, index) => bitsAt(bytes, row * 8 + index * bits, bits);
  }
  throw new CannotMake('unsupported', `TIFF with numbers of ${bits} bits, format ${format}`);
}

/** Reads an integer of a bit depth that isn't whole bytes; such samples are packed, highest bit first. */
function bitsAt(bytes: Buffer, at: number, bits: number): number {
  let value = 0;
  let from = at;
  for (let left = bits; left > 0; ) {
    const free = 8 - (from & 7);
    const taken = Math.min(free, left);
    const piece = ((bytes[from >> 3] ?? 0) >> (free - taken)) & ((1 << taken) - 1);
    value = value * 2 ** taken + piece;
    from += taken;
    left -= taken;
  }
  return value;
}

function halfFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function withBitsReversed(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => REVERSED[byte] ?? 0));
}

/** Each byte with its bits in reverse order. */
const REVERSED = Uint8Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }, (_, bit) => ((byte >> bit) & 1) << (7 - bit)).reduce((sum, bit) => sum + bit),
);

/** Undoes the predictor in place: each sample is stored as the difference from the previous pixel. */
function undoPrediction(
  plain: Buffer,
  { predictor, bits, isLittle }: TiffPage,
  rowBytes: number,
  samples: number,
): Buffer {
  const size = bits / 8;
  for (let row = 0; row + rowBytes <= plain.length; row += rowBytes) {
    if (predictor === HORIZONTAL && (size === 1 || size === 2 || size === 4)) {
      for (let at = row + samples * size; at < row + rowBytes; at += size) {
        const before = at - samples * size;
        if (size === 1) plain[at] = (plain[at] ?? 0) + (plain[before] ?? 0);
        else if (isLittle)
          plain.writeUIntLE((plain.readUIntLE(at, size) + plain.readUIntLE(before, size)) % 2 ** bits, at, size);
        else plain.writeUIntBE((plain.readUIntBE(at, size) + plain.readUIntBE(before, size)) % 2 ** bits, at, size);
      }
    } else if (predictor === FLOATING && Number.isInteger(size)) {
      undoFloatPrediction(plain.subarray(row, row + rowBytes), { size, samples, isLittle });
    } else {
      throw new CannotMake('unsupported', `TIFF with predictor ${predictor} of ${bits} bits`);
    }
  }
  return plain;
}

/**
 * Undoes predictor 3: a row contains the most significant bytes of all samples, then the next bytes, and so on, each as
 * a difference from the previous one.
 */
function undoFloatPrediction(
  row: Buffer,
  { size, samples, isLittle }: { readonly size: number; readonly samples: number; readonly isLittle: boolean },
): void {
  for (let at = samples; at < row.length; at++) row[at] = (row[at] ?? 0) + (row[at - samples] ?? 0);
  const apart = Buffer.from(row);
  const count = row.length / size;
  for (let index = 0; index < count; index++) {
    for (let byte = 0; byte < size; byte++) {
      row[index * size + (isLittle ? size - 1 - byte : byte)] = apart[byte * count + index] ?? 0;
    }
  }
}
