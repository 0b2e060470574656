import { crc32, deflateSync, zstdCompressSync } from 'node:zlib';

const SHORT = 3;
const LONG = 4;
const LONG8 = 16;

/** How a TIFF is to be written. `value` gives the number of a sample as it stands in the file. */
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
  /** True for numbers that are kept as how they differ from the pixel before. */
  readonly isPredicted?: boolean;
  readonly entries?: readonly Entry[];
}

type Entry = readonly [tag: number, type: number, values: readonly number[]];

const PACKERS = {
  none: { id: 1, pack: (bytes: Buffer) => bytes },
  lzw: { id: 5, pack: packLzw },
  deflate: { id: 8, pack: (bytes: Buffer) => deflateSync(bytes) },
  packBits: { id: 32773, pack: packBits },
  xz: { id: 34925, pack: (bytes: Buffer) => packXz(bytes) },
  xzDelta: { id: 34925, pack: (bytes: Buffer) => packXz(bytes, 3) },
  zstd: { id: 50000, pack: (bytes: Buffer) => zstdCompressSync(bytes) },
} as const;

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

/** A page around blocks that are ready, with the entries that say where they are. */
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

function packBits(bytes: Buffer): Buffer {
  const out: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let run = 1;
    while (run < 128 && bytes[at + run] === bytes[at] && at + run < bytes.length) run += 1;
    if (run > 1) out.push(257 - run, bytes[at] ?? 0);
    else out.push(0, bytes[at] ?? 0);
    at += run;
  }
  return Buffer.from(out);
}

function packLzw(bytes: Buffer): Buffer {
  const out: number[] = [];
  let [held, bits, width] = [0, 0, 9];
  const write = (code: number) => {
    held = (held << width) | code;
    bits += width;
    while (bits >= 8) {
      out.push((held >>> (bits - 8)) & 255);
      bits -= 8;
    }
    held &= (1 << bits) - 1;
  };
  let codes = new Map<string, number>();
  let next = 258;
  write(256);
  let known = '';
  const codeOf = (text: string) => (text.length === 1 ? text.charCodeAt(0) : (codes.get(text) ?? 0));
  for (const byte of bytes) {
    const longer = known + String.fromCharCode(byte);
    if (longer.length === 1 || codes.has(longer)) {
      known = longer;
      continue;
    }
    write(codeOf(known));
    codes.set(longer, next++);
    if (next === 4095) {
      write(256);
      codes = new Map();
      [next, width] = [258, 9];
    } else if (next === 1 << width) width += 1;
    known = String.fromCharCode(byte);
  }
  write(codeOf(known));
  // The decoder has one more code by now.
  if (next + 1 === 1 << width && width < 12) width += 1;
  write(257);
  if (bits > 0) out.push((held << (8 - bits)) & 255);
  return Buffer.from(out);
}

/** An xz file without a sum over its content, whose data is not packed at all; `distance` for the filter that libtiff puts before. */
function packXz(bytes: Buffer, distance = 0): Buffer {
  const filtered = Buffer.from(bytes);
  for (let at = bytes.length - 1; distance > 0 && at >= distance; at--)
    filtered[at] = (bytes[at] ?? 0) - (bytes[at - distance] ?? 0);
  const chunks: Buffer[] = [];
  for (let at = 0; at < filtered.length; at += 65536) {
    const chunk = filtered.subarray(at, at + 65536);
    chunks.push(Buffer.from([at === 0 ? 1 : 2, (chunk.length - 1) >> 8, (chunk.length - 1) & 255]), chunk);
  }
  const filters = distance > 0 ? [1, 3, 1, distance - 1, 0x21, 1, 0x16] : [0, 0x21, 1, 0x16, 0, 0, 0];
  const header = withSum(Buffer.from([2, ...filters]));
  const data = Buffer.concat([...chunks, Buffer.from([0])]);
  const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
  const flags = Buffer.from([0, 0]);
  const records = Buffer.concat([Buffer.from([0, 1]), variable(header.length + data.length), variable(bytes.length)]);
  const index = withSum(Buffer.concat([records, Buffer.alloc((4 - (records.length % 4)) % 4)]));
  const back = Buffer.alloc(6);
  back.writeUInt32LE(index.length / 4 - 1);
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(back));
  const magic = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]);
  return Buffer.concat([magic, withSum(flags), header, data, padding, index, sum, back, Buffer.from('YZ')]);
}

function withSum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(crc32(bytes));
  return Buffer.concat([bytes, sum]);
}

function variable(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128);
  return Buffer.from([...bytes, rest]);
}
