import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readExactly, readInto, unpackBits } from '../../inspect/bytes.ts';
import type { PsdStructure } from './psd-structure.ts';

const RAW = 0;
const RUN_LENGTHS = 1;
const ZIP = 2;
const ZIP_PREDICTED = 3;

/** Returns the size in bytes of one row of one channel. */
export function psdRowBytes({ width, bits }: Pick<PsdStructure, 'width' | 'bits'>): number {
  return Math.ceil((width * bits) / 8);
}

/** Fills `target` with the first channels of the merged picture, one after the other, as many as fit. */
export async function readPlanes(file: FileHandle, psd: PsdStructure, target: Uint8Array): Promise<void> {
  const { picturesAt } = psd;
  const compression = (await readExactly(file, picturesAt, 2)).readUInt16BE(0);
  const dataAt = picturesAt + 2;
  if (compression === RAW) return await readInto(file, dataAt, target);
  if (compression === RUN_LENGTHS) return await readRunLengths(file, dataAt, psd, target);
  if (compression !== ZIP && compression !== ZIP_PREDICTED)
    throw new CannotMake('unsupported', `compression ${compression}`);
  await readZip(file, dataAt, psd, target);
  if (compression === ZIP_PREDICTED) addUpRows(target, psd);
}

async function readRunLengths(file: FileHandle, at: number, psd: PsdStructure, target: Uint8Array): Promise<void> {
  const { height, channels, isLarge } = psd;
  const rowBytes = psdRowBytes(psd);
  const countBytes = isLarge ? 4 : 2;
  const counts = await readExactly(file, at, height * channels * countBytes);
  let dataAt = at + counts.length;
  for (let row = 0; row * rowBytes < target.length; row += height) {
    const lengths = Array.from({ length: height }, (_, y) => counts.readUIntBE((row + y) * countBytes, countBytes));
    const packed = await readExactly(
      file,
      dataAt,
      lengths.reduce((sum, length) => sum + length, 0),
    );
    dataAt += packed.length;
    let start = 0;
    lengths.forEach((length, y) => {
      const rowAt = (row + y) * rowBytes;
      unpackBits(packed, start, start + length, target.subarray(rowAt, rowAt + rowBytes));
      start += length;
    });
  }
}

async function readZip(file: FileHandle, at: number, psd: PsdStructure, target: Uint8Array): Promise<void> {
  const { size } = await file.stat();
  const all = psdRowBytes(psd) * psd.height * psd.channels;
  const packed = await readExactly(file, at, Math.min(size - at, all + 2 ** 20));
  const unpacked = await promisify(inflate)(packed, { maxOutputLength: all });
  target.set(unpacked.subarray(0, target.length));
}

/** Undoes the prediction: each number is stored as the difference from its left neighbour. */
function addUpRows(target: Uint8Array, psd: PsdStructure): void {
  const rowBytes = psdRowBytes(psd);
  for (let at = 0; at < target.length; at += rowBytes) {
    const row = Buffer.from(target.buffer, target.byteOffset + at, rowBytes);
    if (psd.bits === 16) {
      for (let x = 2; x + 1 < rowBytes; x += 2)
        row.writeUInt16BE((row.readUInt16BE(x) + row.readUInt16BE(x - 2)) & 0xffff, x);
    } else {
      for (let x = 1; x < rowBytes; x++) row[x] = (row[x] ?? 0) + (row[x - 1] ?? 0);
      if (psd.bits === 32) gatherBytes(row, psd.width);
    }
  }
}

/** Reorders predicted floats, which are stored as the first bytes of a whole row, then its second bytes, and so on. */
function gatherBytes(row: Buffer, width: number): void {
  const apart = Buffer.from(row);
  for (let x = 0; x < width; x++) {
    for (let byte = 0; byte < 4; byte++) row[x * 4 + byte] = apart[byte * width + x] ?? 0;
  }
}
