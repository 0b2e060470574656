/**
 * The file format of a base: the length and the CRC-32 of the header, four bytes each; the header as one line of JSON;
 * then the columns as they are in memory. Files that are damaged or of another version are ignored.
 */

import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { endianness } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { crc32 } from '../../core/src/platform/crc32.ts';
import type { Base } from './build-base.ts';
import type { Directory, Packed } from './columns.ts';

/** Increase this whenever the layout or meaning of the columns changes, for example the splitting into words. */
const FORMAT = 17;

/** Ranks, words and local times depend on these, too: another Node.js version may sort and fold texts differently. */
const LANGUAGES = {
  icu: process.versions['icu'],
  unicode: process.versions['unicode'],
  timeZones: process.versions['tz'],
};

/** Nodes can read each other's index files if this is the same. */
export const INDEX_FORMAT = JSON.stringify({ format: FORMAT, ...LANGUAGES, endianness: endianness() });

interface Header extends Omit<Base, 'packed' | 'documents' | 'nodeIds' | 'nodeParents'> {
  readonly format: number;
  /** Identifies the catalogue that the base was built from. */
  readonly catalogue: string;
  readonly languages: typeof LANGUAGES;
  readonly nodes: number;
  readonly packed: Stored;
  /** The parts of the words of documents, which follow the other columns. */
  readonly documents: readonly Stored[];
  /** CRC-32 of everything after the header. */
  readonly checksum: number;
}

/** Columns of which the buffers follow the header in order, with the size of each in bytes. */
interface Stored {
  readonly directory: Directory;
  readonly sizes: readonly number[];
}

/** Suffix of the temporary name that the file has until it is complete. */
const TEMPORARY = '.new';

const CHUNK_BYTES = 64 * 1024 * 1024;
/** Bytes per read call, so few that they are still in the CPU cache when the checksum is computed. */
const READ_BYTES = 256 * 1024;
/** Longest accepted header in bytes; the header of the largest catalogue is far shorter. */
const LONGEST_HEADER = 64 * 1024 * 1024;

/** Writes a base under a temporary name and renames it once the data is safely on disk. */
export function writeIndexFile(path: string, catalogue: string, base: Base): void {
  const { packed, documents, nodeIds, nodeParents, ...rest } = base;
  const buffers = [packed, ...documents].flatMap((each) => each.buffers).map((buffer) => new Uint8Array(buffer));
  const parts = [bytesOf(nodeIds), bytesOf(nodeParents), ...buffers];
  const header: Header = {
    ...rest,
    format: FORMAT,
    catalogue,
    languages: LANGUAGES,
    nodes: nodeIds.length,
    packed: storedOf(packed),
    documents: documents.map(storedOf),
    checksum: parts.reduce((sum, part) => crc32(part, sum), 0),
  };
  mkdirSync(dirname(path), { recursive: true });
  const temporary = newTemporaryPath(path);
  try {
    writeWhole(temporary, header, parts);
    renameSync(temporary, path);
  } catch (error) {
    // On a full disk, an incomplete file would keep the disk full.
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Returns an unused path for a file that is to become the one at `path`; `removeLeftovers` removes it after a crash. */
export function newTemporaryPath(path: string): string {
  return `${path}.${randomUUID()}${TEMPORARY}`;
}

/** Removes temporary files left behind by killed writers. Must not run while a writer is active. */
export function removeLeftovers(path: string): void {
  const directory = dirname(path);
  for (const name of readdirSync(directory)) {
    const isLeftover = name.startsWith(`${basename(path)}.`) && name.endsWith(TEMPORARY);
    if (isLeftover) rmSync(join(directory, name), { force: true });
  }
}

function writeWhole(path: string, header: Header, parts: readonly Uint8Array[]): void {
  const file = openSync(path, 'wx');
  try {
    const line = Buffer.from(`${JSON.stringify(header)}\n`);
    const start = Buffer.alloc(8);
    start.writeUInt32LE(line.length, 0);
    start.writeUInt32LE(crc32(line), 4);
    for (const part of [start, line, ...parts]) writeAll(file, part);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Returns the revision of the base in a file without reading all of it; undefined if no base of the catalogue is there. */
export function readIndexRevision(path: string, catalogue: string): number | undefined {
  return withFile(path, (file) => readHeader(file, catalogue)?.revision);
}

/** Returns the base; undefined if the file is missing, damaged, of another catalogue, format or ICU version. */
export function readIndexFile(path: string, catalogue: string): Base | undefined {
  return withFile(path, (file) => {
    const header = readHeader(file, catalogue);
    if (header === undefined) return undefined;
    const [packed, ...documents] = [header.packed, ...header.documents].map(roomFor) as [Packed, ...Packed[]];
    const nodeIds = new Float64Array(header.nodes);
    const nodeParents = new Uint32Array(header.nodes);
    let checksum = 0;
    const buffers = [packed, ...documents].flatMap((each) => each.buffers).map((buffer) => new Uint8Array(buffer));
    for (const part of [bytesOf(nodeIds), bytesOf(nodeParents), ...buffers]) {
      const read = readAll(file, part, checksum);
      if (read === undefined) return undefined;
      checksum = read;
    }
    if (checksum !== header.checksum) return undefined;
    const { shape, timeZone, revision, mark, docs, dictionaries, wordCount } = header;
    return {
      shape,
      timeZone,
      revision,
      mark,
      docs,
      packed,
      documents,
      wordCount,
      nodeIds,
      nodeParents,
      dictionaries,
    };
  });
}

function storedOf({ buffers, directory }: Packed): Stored {
  return { directory, sizes: buffers.map(({ byteLength }) => byteLength) };
}

function roomFor({ directory, sizes }: Stored): Packed {
  return { directory, buffers: sizes.map((bytes) => new SharedArrayBuffer(bytes)) };
}

/** Reads from a file; undefined if there is none, or if reading fails. */
function withFile<T>(path: string, read: (file: number) => T | undefined): T | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    return read(file);
  } catch {
    // An unreadable header or impossible sizes are damage, too.
    return undefined;
  } finally {
    closeSync(file);
  }
}

/** Undefined if the header is damaged, or of another catalogue, format or ICU version. */
function readHeader(file: number, catalogue: string): Header | undefined {
  const start = Buffer.alloc(8);
  if (readAll(file, start) === undefined) return undefined;
  const bytes = start.readUInt32LE(0);
  if (bytes > LONGEST_HEADER) return undefined;
  const line = Buffer.alloc(bytes);
  if (readAll(file, line) !== start.readUInt32LE(4)) return undefined;
  const header = JSON.parse(line.toString()) as Header;
  const isReadable = header.format === FORMAT && isDeepStrictEqual(header.languages, LANGUAGES);
  return isReadable && header.catalogue === catalogue ? header : undefined;
}

/** Fills `into` and returns the CRC-32, continued from `checksum`; undefined if the file ends too early. */
function readAll(file: number, into: Uint8Array, checksum = 0): number | undefined {
  let sum = checksum;
  for (let at = 0; at < into.length; ) {
    const read = readSync(file, into, at, Math.min(READ_BYTES, into.length - at), null);
    if (read === 0) return undefined;
    sum = crc32(into.subarray(at, at + read), sum);
    at += read;
  }
  return sum;
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at));
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
