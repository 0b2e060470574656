import { existsSync } from 'node:fs';
import { opendir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Size } from '../../../core/src/domain/geometry.ts';
import { PICTURE_FORMATS } from '../../../core/src/domain/picture-values.ts';
import { crc32 } from '../../../core/src/platform/crc32.ts';
import type { Look, Rendered } from './renderer.ts';

const MAGIC = 'ABR3';
const CRC_AT = 4;
const WIDTH_AT = 8;
const HEIGHT_AT = 12;
const PAGES_AT = 16;
const NATURAL_WIDTH_AT = 20;
const NATURAL_HEIGHT_AT = 24;
const FORMAT_AT = 28;
/** Length of the thumbhash, 0 without a look, then red, green and blue of the mean colour. */
const LOOK_AT = 32;
const THUMBHASH_AT = 36;
const MAX_THUMBHASH_BYTES = 28;
/** Bytes of a stored file before the picture. */
export const HEADER_BYTES = THUMBHASH_AT + MAX_THUMBHASH_BYTES;

/**
 * Serializes a rendition: magic, CRC-32 of everything after it, width, height, pages, natural width and height, place of
 * the format in `PICTURE_FORMATS` (unsigned, little-endian), the look, then the picture.
 */
export function packRendition({ bytes, width, height, pages, natural, format, look }: Rendered): Buffer {
  const file = Buffer.alloc(HEADER_BYTES + bytes.length);
  file.write(MAGIC, 'latin1');
  file.writeUInt32LE(width, WIDTH_AT);
  file.writeUInt32LE(height, HEIGHT_AT);
  file.writeUInt32LE(pages, PAGES_AT);
  file.writeUInt32LE(natural.width, NATURAL_WIDTH_AT);
  file.writeUInt32LE(natural.height, NATURAL_HEIGHT_AT);
  file.writeUInt32LE(PICTURE_FORMATS.indexOf(format), FORMAT_AT);
  if (look) writeLook(look, file);
  file.set(bytes, HEADER_BYTES);
  file.writeUInt32LE(crc32(file.subarray(WIDTH_AT)), CRC_AT);
  return file;
}

/**
 * Parses a stored rendition; undefined if the file is truncated, damaged or of another format. The checksum of a file that
 * is known to be whole isn't computed.
 */
export function unpackRendition(file: Buffer, isKnown = false): Rendered | undefined {
  const size = readSize(file);
  if (!size) return undefined;
  if (!isKnown && file.readUInt32LE(CRC_AT) !== crc32(file.subarray(WIDTH_AT))) return undefined;
  const format = PICTURE_FORMATS[file.readUInt32LE(FORMAT_AT)];
  if (format === undefined) return undefined;
  const look = readLook(file);
  return {
    ...(look && { look }),
    format,
    bytes: file.subarray(HEADER_BYTES),
    ...size,
    pages: file.readUInt32LE(PAGES_AT),
    natural: { width: file.readUInt32LE(NATURAL_WIDTH_AT), height: file.readUInt32LE(NATURAL_HEIGHT_AT) },
  };
}

/** Reads the size of the picture from the first `HEADER_BYTES` alone, unverified; undefined if they are of another format. */
export function readSize(header: Buffer): Size | undefined {
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, CRC_AT) !== MAGIC) return undefined;
  return { width: header.readUInt32LE(WIDTH_AT), height: header.readUInt32LE(HEIGHT_AT) };
}

function writeLook({ thumbhash, color }: Look, file: Buffer): void {
  const hash = Buffer.from(thumbhash, 'base64').subarray(0, MAX_THUMBHASH_BYTES);
  file.writeUInt8(hash.length, LOOK_AT);
  file.write(color.slice(1), LOOK_AT + 1, 'hex');
  file.set(hash, THUMBHASH_AT);
}

function readLook(file: Buffer): Look | undefined {
  const length = Math.min(file.readUInt8(LOOK_AT), MAX_THUMBHASH_BYTES);
  if (length === 0) return undefined;
  return {
    thumbhash: file.toString('base64', THUMBHASH_AT, THUMBHASH_AT + length),
    color: `#${file.toString('hex', LOOK_AT + 1, THUMBHASH_AT)}`,
  };
}

/**
 * Returns the file names of damaged renditions. With `repair`, also deletes them; they are drawn again at the next
 * request.
 */
export async function verifyRenditions(directory: string, repair: boolean): Promise<readonly string[]> {
  if (!existsSync(directory)) return [];
  const damaged: string[] = [];
  for await (const entry of await opendir(directory, { recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.rendition')) continue;
    const path = join(entry.parentPath, entry.name);
    if (unpackRendition(await readFile(path)) !== undefined) continue;
    damaged.push(entry.name);
    if (repair) await rm(path, { force: true });
  }
  return damaged;
}
