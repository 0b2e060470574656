/** Reads compound files, in which older Office programs save, and newer ones what needs a password ([MS-CFB]). */
import type { FileHandle } from 'node:fs/promises';
import { CannotMake } from '../derived/cannot-make.ts';
import { readExactly } from './bytes.ts';

export const COMPOUND_START = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
const HEADER_BYTES = 512;
/** Number of sectors of the allocation table that the header lists itself. */
const NAMED_SECTORS = 109;
const FREE = 0xffffffff;
/** Larger numbers are none of sectors. */
const LAST_SECTOR = 0xfffffffa;
const ENTRY_BYTES = 128;
const MAX_DIRECTORY_BYTES = 16 * 2 ** 20;
const ROOT = 5;
const STREAM = 2;

/** A piece of a stream: where it is in the file, and its length in bytes. */
interface Piece {
  readonly at: number;
  readonly length: number;
}

/** The streams of the outermost storage by name, each as its pieces in order. */
export type CompoundStreams = ReadonlyMap<string, readonly Piece[]>;

/** Finds the streams of a compound file. Rejects with CannotMake if it is none, or one that lacks some of its sectors. */
export async function compoundStreams(file: FileHandle): Promise<CompoundStreams> {
  try {
    return await streamsOf(file);
  } catch (error) {
    if (error instanceof CannotMake || !(error instanceof RangeError)) throw error;
    throw new CannotMake('corrupt', 'a compound file with wrong places', { cause: error });
  }
}

/** Returns the first bytes of a stream, fewer if it is shorter. */
export async function readPieces(file: FileHandle, pieces: readonly Piece[], most: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let left = most;
  for (const { at, length } of pieces) {
    if (left <= 0) break;
    // The last sector of a file may be short.
    const part = Buffer.alloc(Math.min(left, length));
    await file.read(part, 0, part.length, at);
    parts.push(part);
    left -= length;
  }
  return Buffer.concat(parts);
}

async function streamsOf(file: FileHandle): Promise<CompoundStreams> {
  const { size } = await file.stat();
  const head = await readExactly(file, 0, HEADER_BYTES);
  const power = head.readUInt16LE(30);
  if (head.toString('latin1', 0, 8) !== COMPOUND_START || (power !== 9 && power !== 12))
    throw new CannotMake('corrupt', 'no compound file');
  const sectorBytes = 1 << power;
  const placeOf = (sector: number) => (sector + 1) * sectorBytes;
  const piecesOf = (sectors: readonly number[], bytes: number): readonly Piece[] =>
    sectors.slice(0, Math.ceil(bytes / sectorBytes)).map((sector, n) => ({
      at: placeOf(sector),
      length: Math.min(sectorBytes, bytes - n * sectorBytes),
    }));
  const read = async (sectors: readonly number[]) =>
    await readPieces(file, piecesOf(sectors, sectors.length * sectorBytes), Number.POSITIVE_INFINITY);

  const table = await read(await tableSectors(head, size / sectorBytes, async (sector) => await read([sector])));
  for (let at = 0; at + 4 <= table.length; at += 4) {
    if (table.readUInt32LE(at) !== FREE && placeOf(at / 4) >= size) throw new CannotMake('corrupt', 'it lacks sectors');
  }
  const directorySectors = chain(table, head.readUInt32LE(48));
  if (directorySectors.length * sectorBytes > MAX_DIRECTORY_BYTES) throw new CannotMake('too_large', 'its directory');
  const entries = entriesIn(await read(directorySectors));
  const root = entries[0];
  if (root?.type !== ROOT) throw new CannotMake('corrupt', 'a compound file without a root');

  const smallest = head.readUInt32LE(56);
  const smallBytes = 1 << head.readUInt16LE(32);
  const smallTable = await read(chain(table, head.readUInt32LE(60)));
  const smallPlaces = piecesOf(chain(table, root.start), root.size);
  const smallPieces = (start: number, bytes: number) =>
    chain(smallTable, start).map((sector, n) => {
      const at = sector * smallBytes;
      const within = smallPlaces[Math.floor(at / sectorBytes)];
      if (within === undefined) throw new CannotMake('corrupt', 'it lacks sectors');
      return { at: within.at + (at % sectorBytes), length: Math.min(smallBytes, bytes - n * smallBytes) };
    });
  const streams = new Map<string, readonly Piece[]>();
  for (const { type, name, start, size: bytes } of siblings(entries, root.child)) {
    if (type !== STREAM || bytes === 0) continue;
    streams.set(name, bytes < smallest ? smallPieces(start, bytes) : piecesOf(chain(table, start), bytes));
  }
  return streams;
}

/** Returns the sectors of the allocation table: those that the header lists, and those in a list of their own. */
async function tableSectors(head: Buffer, most: number, read: (sector: number) => Promise<Buffer>) {
  const sectors: number[] = [];
  const take = (list: Buffer, from: number, to: number) => {
    for (let at = from; at < to; at += 4) if (list.readUInt32LE(at) < LAST_SECTOR) sectors.push(list.readUInt32LE(at));
  };
  take(head, 76, 76 + NAMED_SECTORS * 4);
  for (let next = head.readUInt32LE(68); next < LAST_SECTOR; ) {
    if (sectors.length > most) throw new CannotMake('corrupt', 'a list in a circle');
    const list = await read(next);
    take(list, 0, list.length - 4);
    next = list.readUInt32LE(list.length - 4);
  }
  return sectors;
}

/** Follows the sectors of a stream. Throws for a circle, and RangeError behind the table. */
function chain(table: Buffer, start: number): readonly number[] {
  const sectors: number[] = [];
  for (let sector = start; sector < LAST_SECTOR; sector = table.readUInt32LE(sector * 4)) {
    if (sectors.length * 4 > table.length) throw new CannotMake('corrupt', 'sectors in a circle');
    sectors.push(sector);
  }
  return sectors;
}

interface DirectoryEntry {
  readonly type: number;
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

function entriesIn(directory: Buffer): readonly DirectoryEntry[] {
  return Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, n) => {
    const entry = directory.subarray(n * ENTRY_BYTES, (n + 1) * ENTRY_BYTES);
    const [left, right, child, start, size] = [68, 72, 76, 116, 120].map((at) => entry.readUInt32LE(at));
    const name = entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2));
    return { type: entry[66], name, left, right, child, start, size } as DirectoryEntry;
  });
}

/** The entries of one storage, which are a tree. */
function siblings(entries: readonly DirectoryEntry[], first: number): readonly DirectoryEntry[] {
  const found = new Set<DirectoryEntry>();
  const waiting = [first];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entry = entries[next];
    if (entry === undefined || found.has(entry)) continue;
    found.add(entry);
    waiting.push(entry.left, entry.right);
  }
  return [...found];
}
