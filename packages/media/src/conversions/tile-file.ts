/**
 * Keeps all tiles of a picture in one file: the ZIP file of JPEGs that the image library writes, and after it a table of their
 * positions. The number of a tile follows from the size of the picture, so that finding one takes a read of 16 bytes, and no
 * index in memory.
 */
import { appendFile, rename, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import type { Size } from '../../../core/src/domain/geometry.ts';
import {
  countTiles,
  TILE_SIDE,
  type TileLevel,
  type TilePlace,
  tileLevels,
  tilePlaces,
} from '../../../core/src/domain/tiles.ts';
import { type ByteRange, type ByteReader, readFully } from '../../../core/src/platform/byte-reader.ts';
import { withZip } from '../../../core/src/platform/zip-file.ts';

/** An entry of the table: position and length of a tile, each an unsigned little-endian integer of 8 bytes. */
const ENTRY_BYTES = 16;
/** Limit of the JPEG of one tile: four bytes a pixel, more than any JPEG needs. */
export const MAX_TILE_BYTES = 4 * TILE_SIDE * TILE_SIDE;

/** Decoding and encoding overlap: a viewer waits for this, and it takes a quarter less time for the same work. */
const THREADS = Math.min(4, availableParallelism());

/** The ZIP file in which the tiles for a file are written first. */
export function zipOf(target: string): string {
  return `${target}.zip`;
}

/** Name of a tile in the ZIP file: Deep Zoom has `<basename>_files/<level>/<column>_<row>.jpeg`. */
export function entryOf({ level, column, row }: TilePlace): string {
  return `all_files/${level}/${column}_${row}.jpeg`;
}

/** Cuts a picture of this size into JPEG tiles and writes them to a file. */
export async function writeTiles(picture: Sharp, size: Size, target: string): Promise<void> {
  // The image library cuts all levels in one pass, into many files or one ZIP file, which it names by its own rules.
  const zipPath = zipOf(target);
  const usual = sharp.concurrency();
  sharp.concurrency(THREADS);
  try {
    await picture
      .tile({ size: TILE_SIDE, overlap: 0, layout: 'dz', depth: 'onetile', container: 'zip', basename: 'all' })
      .toFile(zipPath);
    const table = await withZip(zipPath, async ({ place }) => {
      const places = tilePlaces(tileLevels(size));
      const entries = Buffer.alloc(places.length * ENTRY_BYTES);
      for (const [number, tile] of places.entries()) {
        const found = await place(entryOf(tile));
        if (!found || found.size > MAX_TILE_BYTES)
          throw new Error(`${entryOf(tile)} is missing, or larger than ${MAX_TILE_BYTES} bytes`);
        entries.writeBigUInt64LE(BigInt(found.start), number * ENTRY_BYTES);
        entries.writeBigUInt64LE(BigInt(found.size), number * ENTRY_BYTES + 8);
      }
      return entries;
    });
    await appendFile(zipPath, table);
    await rename(zipPath, target);
  } finally {
    sharp.concurrency(usual);
    await rm(zipPath, { force: true });
  }
}

/**
 * Reads the tile with this number, as `tileNumber` returns it, from a file of `size` bytes that `writeTiles` has written for a
 * picture with these levels. Rejects if the file is damaged.
 */
export async function readTile(
  { read }: { read(range: ByteRange, signal: AbortSignal): ByteReader },
  { size, levels, number }: { readonly size: number; readonly levels: readonly TileLevel[]; readonly number: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = async (start: number, length: number) => {
    await using reader = read({ start, end: start + length - 1 }, signal);
    const buffer = Buffer.alloc(length);
    await readFully(reader, buffer);
    return buffer;
  };
  const table = size - countTiles(levels) * ENTRY_BYTES;
  const entry = await bytes(table + number * ENTRY_BYTES, ENTRY_BYTES);
  const [start, length] = [Number(entry.readBigUInt64LE(0)), Number(entry.readBigUInt64LE(8))];
  if (length === 0 || length > MAX_TILE_BYTES || start + length > table)
    throw new Error('the file of tiles is damaged');
  return await bytes(start, length);
}
