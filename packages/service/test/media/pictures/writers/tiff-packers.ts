import { crc32, deflateSync, zstdCompressSync } from 'node:zlib';

/** The compressions of TIFF strips and tiles, with their numbers in the file. */
export const PACKERS = {
  none: { id: 1, pack: (bytes: Buffer) => bytes },
  lzw: { id: 5, pack: packLzw },
  deflate: { id: 8, pack: (bytes: Buffer) => deflateSync(bytes) },
  packBits: { id: 32773, pack: packBits },
  xz: { id: 34925, pack: (bytes: Buffer) => packXz(bytes) },
  xzDelta: { id: 34925, pack: (bytes: Buffer) => packXz(bytes, 3) },
  zstd: { id: 50000, pack: (bytes: Buffer) => zstdCompressSync(bytes) },
} as const;

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

/** An xz file without a checksum of its content and without compression; `distance` for the filter that libtiff applies. */
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
