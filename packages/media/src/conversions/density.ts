/**
 * Writes the resolution (dots per inch) into the headers of converted files, or removes one that the image library made
 * up.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32 } from '../../../core/src/platform/crc32.ts';
import { tiffDirectories } from '../inspect/tiff-directories.ts';

const METRES_PER_INCH = 0.0254;

/** Writes the resolution into the JFIF header of a JPEG without EXIF; adds that header if the file has none. */
export async function writeJpegDensity(path: string, dpi: number): Promise<void> {
  const header = jfifHeader(Math.round(dpi));
  {
    await using file = await open(path, 'r+');
    const found = await readAt(file, 0, JFIF_BYTES);
    if (found.toString('latin1', 6, 11) === 'JFIF\0') {
      await file.write(header, JFIF_DENSITY_AT, 5, JFIF_DENSITY_AT);
      return;
    }
  }
  const withHeader = `${path}.headed`;
  const rest = createReadStream(path, { start: START_OF_IMAGE.length });
  await pipeline(async function* () {
    yield header;
    yield* rest;
  }, createWriteStream(withHeader));
  await rename(withHeader, path);
}

const START_OF_IMAGE = Buffer.from([0xff, 0xd8]);
const JFIF_BYTES = 20;
const JFIF_DENSITY_AT = 13;

/** The start of a JPEG: the start-of-image marker and a JFIF 1.1 segment. */
function jfifHeader(dpi: number): Buffer {
  const [high, low] = [dpi >> 8, dpi & 0xff];
  const density = [1, high, low, high, low];
  const segment = [0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, ...density, 0, 0];
  return Buffer.concat([START_OF_IMAGE, Buffer.from(segment)]);
}

/**
 * The image library writes 1,000 pixels per metre into the pHYs chunk of every PNG; this replaces it with `dpi`.
 * Without `dpi` the chunk gives only the pixel aspect ratio (PNG specification 11.3.4.3, unit 0).
 */
export async function writePngDensity(path: string, dpi: number | undefined): Promise<void> {
  await using file = await open(path, 'r+');
  const at = await findPngChunk(file, 'pHYs');
  if (at === undefined) return;
  const chunk = Buffer.alloc(17);
  const pixels = dpi === undefined ? 1 : Math.round(dpi / METRES_PER_INCH);
  chunk.write('pHYs', 0, 'latin1');
  chunk.writeUInt32BE(pixels, 4);
  chunk.writeUInt32BE(pixels, 8);
  chunk.writeUInt8(dpi === undefined ? 0 : 1, 12);
  chunk.writeUInt32BE(crc32(chunk.subarray(0, 13)), 13);
  await file.write(chunk, 0, chunk.length, at + 4);
}

const PNG_SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk. */
const CHUNK_FRAME_BYTES = 12;

/** Position of the first chunk of this type before the pixel data; undefined if there is none. */
async function findPngChunk(file: FileHandle, wanted: string): Promise<number | undefined> {
  for (let at = PNG_SIGNATURE_BYTES; ; ) {
    const head = await readAt(file, at, 8);
    const type = head.toString('latin1', 4, 8);
    if (type === wanted) return at;
    // Stops at the pixel data or at the end of the file.
    if (type === 'IDAT' || type.trim() === '' || type === '\0\0\0\0') return undefined;
    at += head.readUInt32BE(0) + CHUNK_FRAME_BYTES;
  }
}

/**
 * The image library writes 25.4 dots per inch into a TIFF whose resolution is unknown. This sets the unit to none (TIFF
 * 6.0, ResolutionUnit 1), so that the two numbers give only the pixel aspect ratio.
 */
export async function removeTiffDensity(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  for await (const { isLittle, positionOf } of tiffDirectories(file)) {
    const position = positionOf(RESOLUTION_UNIT);
    if (position !== undefined) await file.write(Buffer.from(isLittle ? [NO_UNIT, 0] : [0, NO_UNIT]), 0, 2, position);
  }
}

const RESOLUTION_UNIT = 296;
const NO_UNIT = 1;

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await file.read(bytes, 0, length, position);
  return bytes;
}
