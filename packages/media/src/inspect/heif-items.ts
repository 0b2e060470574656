/** Reads where the pictures of a HEIF file are, and how they refer to each other (ISO/IEC 14496-12: `iinf`, `iloc`, `iref`). */
import { boxesIn } from './boxes.ts';
import { contentOf } from './heif.ts';

const VERSION_BYTES = 4;
const IN_FILE = 0;
const IN_META = 1;
/** More than any file has; a damaged one may claim billions. */
const MAX_PIECES = 100_000;

/** A piece of a picture, in bytes of the file or of the box that describes all pictures. */
export interface HeifPiece {
  readonly isInMeta: boolean;
  readonly at: number;
  readonly length: number;
}

/** Returns the pieces of each picture by its ID, without those in other files. */
export function piecesOfItems(meta: Buffer): ReadonlyMap<number, readonly HeifPiece[]> {
  const found = new Map<number, HeifPiece[]>();
  const places = contentOf(meta, 'iloc', VERSION_BYTES);
  if (places === undefined || places.length < 8) return found;
  const version = places[0] ?? 0;
  const sizes = [4, 5].flatMap((at) => [(places[at] ?? 0) >> 4, (places[at] ?? 0) & 15]);
  const [offsetBytes = 0, lengthBytes = 0, baseBytes = 0, indexBytes = 0] = sizes;
  let at = 6;
  const next = (bytes: number) => {
    const from = at;
    at += bytes;
    if (bytes === 8) return Number(places.readBigUInt64BE(from));
    return bytes === 0 ? 0 : places.readUIntBE(from, bytes);
  };
  let room = MAX_PIECES;
  try {
    for (let items = next(version < 2 ? 2 : 4); items > 0; items--) {
      const pieces: HeifPiece[] = [];
      found.set(next(version < 2 ? 2 : 4), pieces);
      const method = version === 0 ? IN_FILE : next(2) & 15;
      const source = next(2);
      const base = next(baseBytes);
      for (let count = next(2); count > 0; count--) {
        room -= 1;
        if (room < 0) return found;
        if (version > 0) next(indexBytes);
        const piece = { isInMeta: method === IN_META, at: base + next(offsetBytes), length: next(lengthBytes) };
        if ((method === IN_FILE || method === IN_META) && source === 0) pieces.push(piece);
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // the table itself is damaged
  }
  return found;
}

/** Returns where in the file the last piece of the pictures ends; 0 if no place is stated. */
export function endOfItems(meta: Buffer): number {
  let end = 0;
  for (const pieces of piecesOfItems(meta).values())
    for (const { isInMeta, at, length } of pieces) if (!isInMeta) end = Math.max(end, at + length);
  return end;
}

/** Returns how each picture is coded, such as `hvc1` or `grid`, by its ID. */
export function itemTypes(meta: Buffer): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const entries = contentOf(meta, 'iinf', VERSION_BYTES);
  if (entries === undefined) return found;
  for (const { type, contentAt, end } of boxesIn(entries, VERSION_BYTES + (entries[0] === 0 ? 2 : 4))) {
    const idBytes = entries[contentAt] === 2 ? 2 : 4;
    const typeAt = contentAt + VERSION_BYTES + idBytes + 2;
    if (type !== 'infe' || typeAt + 4 > end) continue;
    found.set(entries.readUIntBE(contentAt + VERSION_BYTES, idBytes), entries.toString('latin1', typeAt, typeAt + 4));
  }
  return found;
}

interface HeifReference {
  readonly type: string;
  readonly from: number;
  readonly to: readonly number[];
}

/** Returns which pictures refer to which, as thumbnails (`thmb`), alpha (`auxl`) or pictures made of others (`dimg`). */
export function referencesIn(meta: Buffer): readonly HeifReference[] {
  const references = contentOf(meta, 'iref', VERSION_BYTES);
  if (references === undefined || references.length < VERSION_BYTES) return [];
  const idBytes = references[0] === 0 ? 2 : 4;
  return Array.from(boxesIn(references, VERSION_BYTES)).flatMap(({ type, contentAt, end }) => {
    const content = references.subarray(contentAt, end);
    if (content.length < idBytes + 2) return [];
    const first = idBytes + 2;
    const count = Math.min(content.readUInt16BE(idBytes), Math.floor((content.length - first) / idBytes));
    const to = Array.from({ length: count }, (_, n) => content.readUIntBE(first + n * idBytes, idBytes));
    return [{ type, from: content.readUIntBE(0, idBytes), to }];
  });
}
