import { PACKERS } from './tiff-packers.ts';

const SHORT = 3;
const LONG = 4;
const LONG8 = 16;

/** How to write a TIFF. `value` returns a sample as stored in the file. */
export interface WrittenTiff {
  readonly width: number;
  readonly height: number;
  readonly samples: number;
  readonly bits: number;
  readonly value: (x: number, y: number, sample: number) => number;
  readonly photometric: number;
  /** 1 unsigned, 2 signed, 3 float. */
  readonly format?: 1 | 2 | 3;
  readonly extra?: number;
  readonly isBig?: boolean;
  readonly isBigEndian?: boolean;
  readonly isPlanar?: boolean;
  /** Side of square tiles; else strips of 100 rows. */
  readonly tile?: number;
  readonly compression?: keyof typeof PACKERS;
  /** True to store each number as the difference from the previous pixel. */
  readonly isPredicted?: boolean;
  readonly entries?: readonly Entry[];
}

type Entry = readonly [tag: number, type: number, values: readonly number[]];

/** A TIFF of one page. */
export function writeTiff(tiff: WrittenTiff): Buffer {
  const { width, height, samples, bits, isPlanar = false, tile, compression = 'none', format = 1, photometric } = tiff;
  const { id, pack } = PACKERS[compression];
  const across = tile ?? width;
  const down = tile ?? 100;
  const blocks: Buffer[] = [];
  for (let plane = 0; plane < (isPlanar ? samples : 1); plane++) {
    for (let top = 0; top < height; top += down) {
      for (let left = 0; left < width; left += across) {
        const rows = tile ?? Math.min(down, height - top);
        blocks.push(pack(blockOf(tiff, { left, top, across, rows, plane: isPlanar ? plane : undefined })));
      }
    }
  }
  const all = (value: number) => Array.from({ length: samples }, () => value);
  return joined(blocks, tiff, [
    [256, LONG, [width]],
    [257, LONG, [height]],
    [258, SHORT, all(bits)],
    [259, SHORT, [id]],
    [262, SHORT, [photometric]],
    [277, SHORT, [samples]],
    ...(tile === undefined ? [[278, LONG, [down]] as const] : []),
    [284, SHORT, [isPlanar ? 2 : 1]],
    ...(tiff.isPredicted ? [[317, SHORT, [2]] as const] : []),
    ...(tile === undefined ? [] : [[322, LONG, [tile]] as const, [323, LONG, [tile]] as const]),
    ...(tiff.extra === undefined ? [] : [[338, SHORT, [tiff.extra]] as const]),
    [339, SHORT, all(format)],
    ...(tiff.entries ?? []),
  ]);
}

/** A page around finished blocks, with the entries that locate them. */
export function joined(
  blocks: readonly Buffer[],
  { isBig = false, isBigEndian = false, tile }: Pick<WrittenTiff, 'isBig' | 'isBigEndian' | 'tile'>,
  entries: readonly Entry[],
): Buffer {
  const header = isBig ? 16 : 8;
  let end = header;
  const offsets = blocks.map((block) => {
    const at = end;
    end += block.length + (block.length % 2);
    return at;
  });
  const wide = isBig ? LONG8 : LONG;
  const located: Entry[] = [
    [tile === undefined ? 273 : 324, wide, offsets],
    [tile === undefined ? 279 : 325, wide, blocks.map(({ length }) => length)],
  ];
  const sorted = [...entries, ...located].toSorted(([one], [other]) => one - other);
  const number = (value: number, size: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt(value));
    const written = bytes.subarray(0, size);
    return isBigEndian ? Buffer.from(written.toReversed()) : written;
  };
  const size = isBig ? 8 : 4;
  let outsideAt = end + (isBig ? 8 : 2) + sorted.length * (isBig ? 20 : 12) + size;
  const outside: Buffer[] = [];
  const directory = sorted.map(([tag, type, values]) => {
    const bytes = Buffer.concat(values.map((value) => number(value, type === SHORT ? 2 : type === LONG ? 4 : 8)));
    const inside = Buffer.alloc(size);
    if (bytes.length <= size) bytes.copy(inside);
    else {
      number(outsideAt, size).copy(inside);
      outside.push(bytes);
      outsideAt += bytes.length;
    }
    return Buffer.concat([number(tag, 2), number(type, 2), number(values.length, size), inside]);
  });
  const start = Buffer.concat([
    Buffer.from(isBigEndian ? 'MM' : 'II'),
    number(isBig ? 43 : 42, 2),
    ...(isBig ? [number(8, 2), number(0, 2)] : []),
    number(end, size),
  ]);
  const padded = blocks.map((block) => Buffer.concat([block, Buffer.alloc(block.length % 2)]));
  const count = number(sorted.length, isBig ? 8 : 2);
  return Buffer.concat([start, ...padded, count, ...directory, number(0, size), ...outside]);
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly rows: number;
  readonly plane: number | undefined;
}

function blockOf(tiff: WrittenTiff, { left, top, across, rows, plane }: Place): Buffer {
  const { bits, samples, format = 1, isBigEndian = false, value, isPredicted = false } = tiff;
  const inBlock = plane === undefined ? samples : 1;
  const rowBytes = Math.ceil((across * inBlock * bits) / 8);
  const block = Buffer.alloc(rowBytes * rows);
  const at = (x: number, y: number, sample: number) =>
    value(Math.min(left + x, tiff.width - 1), Math.min(top + y, tiff.height - 1), plane ?? sample);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < across; x++) {
      for (let sample = 0; sample < inBlock; sample++) {
        const whole = at(x, y, sample);
        const stored = isPredicted && x > 0 ? (whole - at(x - 1, y, sample) + 2 ** bits) % 2 ** bits : whole;
        const index = x * inBlock + sample;
        const place = y * rowBytes + (index * bits) / 8;
        if (format === 3 && isBigEndian) block.writeFloatBE(stored, place);
        else if (format === 3) block.writeFloatLE(stored, place);
        else if (bits % 8 !== 0) writeBits(block, y * rowBytes * 8 + index * bits, bits, stored);
        else if (isBigEndian) block.writeUIntBE(stored < 0 ? stored + 2 ** bits : stored, place, bits / 8);
        else block.writeUIntLE(stored < 0 ? stored + 2 ** bits : stored, place, bits / 8);
      }
    }
  }
  return block;
}

function writeBits(block: Buffer, at: number, bits: number, value: number): void {
  for (let bit = 0; bit < bits; bit++) {
    if (((value >> (bits - 1 - bit)) & 1) === 0) continue;
    const place = at + bit;
    block[place >> 3] = (block[place >> 3] ?? 0) | (0x80 >> (place & 7));
  }
}
