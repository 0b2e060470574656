/**
 * Keeps all tiles of a picture in one file: a table of positions, then the JPEGs one after the other. The number of a tile
 * follows from the size of the picture, so that finding one takes a read of 16 bytes, and no index in memory.
 */
import { type FileHandle, open, rm } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { isSame, type Size } from '../../../core/src/domain/geometry.ts';
import { TILE_SIDE, tileLevels, tilePlaces } from '../../../core/src/domain/tiles.ts';
import { type ByteRange, type ByteReader, readFully } from '../../../core/src/platform/byte-reader.ts';
import { withZip } from '../../../core/src/platform/zip-file.ts';
import { CannotMake } from '../derived/cannot-make.ts';

/** A position is an unsigned little-endian integer. The last one is the end of the file. */
const POSITION_BYTES = 8;
/** Limit of the JPEG of one tile: four bytes a pixel, more than any JPEG needs. */
const MOST_TILE_BYTES = 4 * TILE_SIDE * TILE_SIDE;

/**
 * Cuts a picture into JPEG tiles and writes them to a file; uses a temporary file beside it. Rejects with
 * CannotMake if the picture does not have the size by which its tiles will be numbered.
 */
export async function writeTiles(picture: Sharp, size: Size, target: string): Promise<void> {
  // The image library cuts all levels in one pass, into many files or one ZIP file.
  const zipPath = `${target}.zip`;
  try {
    const found = await picture
      .tile({ size: TILE_SIDE, overlap: 0, layout: 'dz', depth: 'onetile', container: 'zip', basename: 'all' })
      .toFile(zipPath);
    if (!isSame(found, size)) throw new CannotMake('corrupt', `${found.width} × ${found.height} pixels are unexpected`);
    await withZip(zipPath, async ({ read }) => {
      const places = tilePlaces(tileLevels(size));
      const table = Buffer.alloc((places.length + 1) * POSITION_BYTES);
      await using file = await open(target, 'w');
      let end = table.length;
      for (const [number, { level, column, row }] of places.entries()) {
        // Deep Zoom names tiles `<basename>_files/<level>/<column>_<row>.jpeg`.
        const bytes = await read(`all_files/${level}/${column}_${row}.jpeg`, MOST_TILE_BYTES);
        if (!bytes)
          throw new Error(`tile ${level}/${column}_${row} is missing, or larger than ${MOST_TILE_BYTES} bytes`);
        table.writeBigUInt64LE(BigInt(end), number * POSITION_BYTES);
        await writeAt(file, bytes, end);
        end += bytes.length;
      }
      table.writeBigUInt64LE(BigInt(end), places.length * POSITION_BYTES);
      await writeAt(file, table, 0);
    });
  } finally {
    await rm(zipPath, { force: true });
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  const { bytesWritten } = await file.write(bytes, 0, bytes.length, position);
  // A full disk may take only the beginning.
  if (bytesWritten < bytes.length) throw new Error(`only ${bytesWritten} of ${bytes.length} bytes were written`);
}

/**
 * Reads the tile with this number, as `tileNumber` returns it, from a file that `writeTiles` has written. Rejects if the file is
 * damaged.
 */
export async function readTile(
  { read }: { read(range: ByteRange, signal: AbortSignal): ByteReader },
  number: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = async (start: number, end: number) => {
    await using reader = read({ start, end: end - 1 }, signal);
    const buffer = Buffer.alloc(end - start);
    await readFully(reader, buffer);
    return buffer;
  };
  const from = number * POSITION_BYTES;
  const positions = await bytes(from, from + 2 * POSITION_BYTES);
  const [start, end] = [Number(positions.readBigUInt64LE(0)), Number(positions.readBigUInt64LE(POSITION_BYTES))];
  if (start >= end || end - start > MOST_TILE_BYTES) throw new Error('the file of tiles is damaged');
  return await bytes(start, end);
}
