import type { FileHandle } from 'node:fs/promises';
import { CannotMake } from '../../derived/cannot-make.ts';
import { readExactly } from '../../inspect/bytes.ts';

/** Colour modes by their numbers in the file. */
export const PSD_MODES = {
  bitmap: 0,
  grey: 1,
  indexed: 2,
  rgb: 3,
  cmyk: 4,
  multichannel: 7,
  duotone: 8,
  lab: 9,
} as const;

/** What a Photoshop file states about its merged picture. */
export interface PsdStructure {
  /** True for the large format (PSB). */
  readonly isLarge: boolean;
  readonly channels: number;
  readonly width: number;
  readonly height: number;
  readonly bits: 1 | 8 | 16 | 32;
  readonly mode: number;
  /** Palette of an indexed picture: all reds, all greens, all blues. */
  readonly palette: Buffer;
  readonly transparentIndex: number | undefined;
  readonly profile: Buffer | undefined;
  /** False if the writer left the merged picture blank. */
  readonly isMerged: boolean;
  /** A small JPEG of the picture. */
  readonly thumbnail: Buffer | undefined;
  /** True if the first channel after the colours is the transparency of the merged picture. */
  readonly hasTransparency: boolean;
  /** Position of the merged picture, which begins with its compression. */
  readonly picturesAt: number;
}

const HEADER_BYTES = 26;
const MAX_RESOURCES = 64 * 2 ** 20;
const VERSION_INFO = 0x421;
const THUMBNAIL = 0x40c;
const PROFILE = 0x40f;
const TRANSPARENT_INDEX = 0x417;
const THUMBNAIL_HEADER = 28;

/** Reads everything except pixels and layers. Rejects with CannotMake. */
export async function readPsdStructure(file: FileHandle): Promise<PsdStructure> {
  const header = await readExactly(file, 0, HEADER_BYTES);
  const version = header.readUInt16BE(4);
  if (header.toString('latin1', 0, 4) !== '8BPS' || version < 1 || version > 2)
    throw new CannotMake('corrupt', 'not a Photoshop file');
  const isLarge = version === 2;
  const bits = header.readUInt16BE(22);
  if (bits !== 1 && bits !== 8 && bits !== 16 && bits !== 32) throw new CannotMake('corrupt', `${bits} bits a channel`);

  const palette = await readSection(file, HEADER_BYTES);
  const resourcesAt = HEADER_BYTES + 4 + palette.length;
  const resources = await readSection(file, resourcesAt);
  const layersAt = resourcesAt + 4 + resources.length;
  const lengthBytes = isLarge ? 8 : 4;
  const layersLength = readLength(await readExactly(file, layersAt, lengthBytes), 0, isLarge);
  const picturesAt = layersAt + lengthBytes + layersLength;
  const found = readResources(resources);
  const index = found.get(TRANSPARENT_INDEX);
  return {
    isLarge,
    channels: header.readUInt16BE(12),
    height: header.readUInt32BE(14),
    width: header.readUInt32BE(18),
    bits,
    mode: header.readUInt16BE(24),
    palette,
    transparentIndex: index !== undefined && index.length >= 2 ? index.readUInt16BE(0) : undefined,
    profile: found.get(PROFILE),
    isMerged: found.get(VERSION_INFO)?.[4] !== 0,
    thumbnail: found.get(THUMBNAIL)?.subarray(THUMBNAIL_HEADER),
    hasTransparency: (await layerCount(file, layersAt + lengthBytes, layersLength, isLarge)) < 0,
    picturesAt,
  };
}

async function readSection(file: FileHandle, at: number): Promise<Buffer> {
  const length = (await readExactly(file, at, 4)).readUInt32BE(0);
  if (length > MAX_RESOURCES) throw new CannotMake('too_large', `a section of ${length} bytes`);
  return await readExactly(file, at + 4, length);
}

function readResources(bytes: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 0; at + 12 <= bytes.length; ) {
    const nameBytes = evenUp((bytes[at + 6] ?? 0) + 1);
    const start = at + 6 + nameBytes + 4;
    if (start > bytes.length) break;
    const length = bytes.readUInt32BE(start - 4);
    found.set(bytes.readUInt16BE(at + 4), bytes.subarray(start, start + length));
    at = start + evenUp(length);
  }
  return found;
}

/** Returns the number of layers. A negative number means that the merged picture has transparency. */
async function layerCount(file: FileHandle, at: number, length: number, isLarge: boolean): Promise<number> {
  const lengthBytes = isLarge ? 8 : 4;
  if (length < lengthBytes + 2) return 0;
  const info = await readExactly(file, at, lengthBytes + 2);
  const infoLength = readLength(info, 0, isLarge);
  if (infoLength > 0) return info.readInt16BE(lengthBytes);
  // Files of 16 and 32 bits store their layers in the tagged blocks after the global mask.
  let block = at + lengthBytes;
  const end = at + length;
  block += 4 + (await readExactly(file, block, 4)).readUInt32BE(0);
  while (block + 14 <= end) {
    const head = await readExactly(file, block, 14);
    const key = head.toString('latin1', 4, 8);
    const isWide = isLarge && WIDE_BLOCKS.has(key);
    if (key === 'Lr16' || key === 'Lr32') {
      const start = block + (isWide ? 16 : 12);
      return start + 2 <= end ? (await readExactly(file, start, 2)).readInt16BE(0) : 0;
    }
    const blockLength = isWide
      ? Number((await readExactly(file, block + 8, 8)).readBigUInt64BE(0))
      : head.readUInt32BE(8);
    block += (isWide ? 16 : 12) + Math.ceil(blockLength / 4) * 4;
  }
  return 0;
}

/** Blocks whose length field has 8 bytes in the large format (PSB). */
const WIDE_BLOCKS = new Set('LMsk Lr16 Lr32 Layr Mt16 Mt32 Mtrn Alph FMsk lnk2 FEid FXid PxSD'.split(' '));

function readLength(bytes: Buffer, at: number, isLarge: boolean): number {
  return isLarge ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at);
}

function evenUp(length: number): number {
  return length + (length % 2);
}
