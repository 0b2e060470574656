import { CannotMake } from '../../../derived/cannot-make.ts';
import { readBounded } from '../../../inspect/bytes.ts';
import type { TiffPage } from './page.ts';

const MAX_BYTES = 384 * 2 ** 20;
const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
const QUANTISATION_BYTES = 64;
const CODE_LENGTHS = 16;
const FIRST_RESTART = 0xd0;
/** Markers of the segments of a JPEG. */
const SEGMENT = { quantisation: 0xdb, frame: 0xc0, huffman: 0xc4, restartInterval: 0xdd, scan: 0xda } as const;

/**
 * Returns the JPEG of a page compressed as in TIFF 6 (old-style JPEG). The file contains either the whole JPEG, or
 * tables and strips from which it is assembled. Rejects with CannotMake.
 */
export async function oldJpeg(path: string, page: TiffPage): Promise<Buffer> {
  const file = await readBounded(path, MAX_BYTES);
  const [first = -1] = page.offsets;
  const whole = [page.jpeg.from, first].find((at = -1) => at >= 0 && file.subarray(at, at + 2).equals(START));
  // A whole JPEG in several strips lacks the restart markers between them.
  return whole !== undefined && page.offsets.length === 1 ? file.subarray(whole) : assembled(file, page);
}

function assembled(file: Buffer, page: TiffPage): Buffer {
  const { width, height, samples, bits, jpeg, offsets, lengths, block, isPlanar, isTiled } = page;
  const { quantisation, dc, ac, subsampling } = jpeg;
  // With a single tile, rows of the tile equal rows of the picture only if both are equally many units wide.
  const isOneTile = offsets.length === 1 && Math.ceil(block.width / 16) === Math.ceil(width / 16);
  const hasTables = [quantisation, dc, ac].every((list) => list.length >= samples);
  if (bits !== 8 || isPlanar || ![1, 3].includes(samples) || !hasTables || (isTiled && !isOneTile))
    throw new CannotMake('unsupported', 'JPEG of the old kind without its tables');
  const [across, down] = samples === 1 ? [1, 1] : subsampling;
  const components = Array.from({ length: samples }, (_, index) => index);
  const frame = [
    ...[8, height >> 8, height & 255, width >> 8, width & 255, samples],
    ...components.flatMap((index) => [index + 1, index === 0 ? (across << 4) | down : 0x11, index]),
  ];
  const scan = [samples, ...components.flatMap((index) => [index + 1, (index << 4) | index]), 0, 63, 0];
  const unitsAcross = Math.ceil(width / (8 * across));
  const unitsDown = Math.ceil(block.height / (8 * down));
  const strips = offsets.map((offset, index) =>
    withoutScanHeader(file.subarray(offset, offset + (lengths[index] ?? file.length))),
  );
  // A small file could refer to the same bytes so often that the result exceeds any memory.
  if (strips.reduce((sum, { length }) => sum + length, 0) > file.length)
    throw new CannotMake('corrupt', 'JPEG of the old kind with strips that overlap');
  const data = strips.flatMap((strip, index) => [
    strip,
    ...(index < strips.length - 1 ? [Buffer.from([0xff, FIRST_RESTART + (index % 8)])] : []),
  ]);
  const units = strips.length > 1 ? unitsAcross * unitsDown : 0;
  return Buffer.concat([
    START,
    ...components.map((index) =>
      segment(SEGMENT.quantisation, [index, ...tableAt(file, quantisation[index] ?? -1, QUANTISATION_BYTES)]),
    ),
    segment(SEGMENT.frame, frame),
    ...components.flatMap((index) => [
      segment(SEGMENT.huffman, [index, ...codesAt(file, dc[index] ?? -1)]),
      segment(SEGMENT.huffman, [0x10 | index, ...codesAt(file, ac[index] ?? -1)]),
    ]),
    ...(units > 0 ? [segment(SEGMENT.restartInterval, [units >> 8, units & 255])] : []),
    segment(SEGMENT.scan, scan),
    ...data,
    END,
  ]);
}

/** Some first strips begin with the scan header. */
function withoutScanHeader(strip: Buffer): Buffer {
  return strip[0] === 0xff && strip[1] === 0xda ? strip.subarray(2 + strip.readUInt16BE(2)) : strip;
}

/** Reads a Huffman table: the number of codes of each length, then their values. */
function codesAt(file: Buffer, at: number): Buffer {
  const counts = tableAt(file, at, CODE_LENGTHS);
  return tableAt(file, at, CODE_LENGTHS + counts.reduce((sum, count) => sum + count, 0));
}

function tableAt(file: Buffer, at: number, length: number): Buffer {
  const table = file.subarray(Math.max(0, at), at + length);
  if (at < 0 || table.length < length) throw new CannotMake('corrupt', 'JPEG of the old kind with broken tables');
  return table;
}

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
}
