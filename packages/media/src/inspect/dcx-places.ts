import type { FileHandle } from 'node:fs/promises';
import type { Size } from '../../../core/src/domain/geometry.ts';

const MAX_PAGES = 1023;

/**
 * Size of the largest head of a fax (DCX) in bytes: the signature, and an offset for each possible page, ended by a 0.
 */
export const DCX_HEAD_BYTES = 4 * (MAX_PAGES + 2);

/** Reads the offsets of a fax's pages, each a PCX picture, from the beginning of its file. */
export function dcxPlaces(head: Buffer): readonly number[] {
  const places: number[] = [];
  for (let at = 4; at + 4 <= head.length && places.length < MAX_PAGES; at += 4) {
    const place = head.readUInt32LE(at);
    if (place === 0) break;
    places.push(place);
  }
  return places;
}

/** Bytes of a PCX header up to and including its corner coordinates. */
const PCX_SIZE_BYTES = 12;

/** Reads the size of a PCX picture from its header; undefined if the file ends before, or its corners are none. */
export async function pcxSize(file: FileHandle, at: number): Promise<Size | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(PCX_SIZE_BYTES), 0, PCX_SIZE_BYTES, at);
  if (bytesRead < PCX_SIZE_BYTES) return undefined;
  const side = (from: number) => buffer.readUInt16LE(from + 4) - buffer.readUInt16LE(from) + 1;
  const [width, height] = [side(4), side(6)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}
