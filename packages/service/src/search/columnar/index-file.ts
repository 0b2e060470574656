/**
 * A base in a file: the length and CRC-32 of the header, four bytes each, the header as a line of JSON, then the columns as they
 * lie in memory. What is damaged or of another kind is not taken.
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
import { basename, dirname, join } from 'node:path';
import { crc32 } from '../../platform/crc32.ts';
import type { Base } from './build-base.ts';
import type { Directory } from './columns.ts';
import type { DictionaryValues } from './dictionaries.ts';

/** Another layout of columns, or another meaning of what is in them, such as other words, is another version. */
const FORMAT = 5;

/** What ranks and words follow from besides the catalogue: another Node may sort and fold differently. */
interface LanguageData {
  readonly icu: string | undefined;
  readonly unicode: string | undefined;
}

interface Header {
  readonly format: number;
  /** Tells the catalogue that it was made from. */
  readonly catalogue: string;
  readonly languages: LanguageData;
  readonly shape: string;
  readonly revision: number;
  readonly docs: number;
  readonly nodes: number;
  readonly wordCount: number;
  readonly dictionaries: DictionaryValues;
  readonly directory: Directory;
  /** CRC-32 of all that follows, which is `bytes` long. */
  readonly checksum: number;
  readonly bytes: number;
}

/** How names end that the file bears until it is whole. */
const TEMPORARY = '.new';

/** Reads and writes pass this many bytes at a time. */
const CHUNK_BYTES = 64 * 1024 * 1024;
/** What is read stays in the processor's cache until its checksum is taken. */
const READ_BYTES = 256 * 1024;
/** The header of the largest catalogue stays far below. */
const LONGEST_HEADER = 64 * 1024 * 1024;

/** Writes a base under a temporary name, and gives it the name when it is safe on the disk. */
export function writeIndexFile(path: string, catalogue: string, base: Base): void {
  const { packed } = base;
  const parts = [bytesOf(base.nodeIds), bytesOf(base.nodeParents), new Uint8Array(packed.buffer)];
  const header: Header = {
    format: FORMAT,
    catalogue,
    languages: languageData(),
    shape: base.shape,
    revision: base.revision,
    docs: base.docs,
    nodes: base.nodeIds.length,
    wordCount: base.wordCount,
    dictionaries: base.dictionaries,
    directory: packed.directory,
    checksum: parts.reduce((sum, part) => crc32(part, sum), 0),
    bytes: parts.reduce((sum, { length }) => sum + length, 0),
  };
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}${TEMPORARY}`;
  try {
    writeWhole(temporary, header, parts);
    renameSync(temporary, path);
  } catch (error) {
    // On a full disk, what is there of it would keep the disk full.
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Removes what writers of this file left behind when they were killed. None may be writing. */
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

/** The base in the file; undefined where there is none that is whole, of this version, and of that catalogue. */
export function readIndexFile(path: string, catalogue: string): Base | undefined {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return undefined;
  }
  try {
    const header = readHeader(file);
    if (header?.format !== FORMAT || header.catalogue !== catalogue) return undefined;
    const { icu, unicode } = languageData();
    if (header.languages.icu !== icu || header.languages.unicode !== unicode) return undefined;
    const buffer = new SharedArrayBuffer(header.bytes - header.nodes * 12);
    const nodeIds = new Float64Array(header.nodes);
    const nodeParents = new Uint32Array(header.nodes);
    let checksum = 0;
    for (const part of [bytesOf(nodeIds), bytesOf(nodeParents), new Uint8Array(buffer)]) {
      const read = readAll(file, part, checksum);
      if (read === undefined) return undefined;
      checksum = read;
    }
    if (checksum !== header.checksum) return undefined;
    const { shape, revision, docs, directory, dictionaries, wordCount } = header;
    return { shape, revision, docs, packed: { buffer, directory }, wordCount, nodeIds, nodeParents, dictionaries };
  } catch {
    // A header that is no header, or sizes that can't be: damage like any other.
    return undefined;
  } finally {
    closeSync(file);
  }
}

function languageData(): LanguageData {
  const { icu, unicode } = process.versions;
  return { icu, unicode };
}

function readHeader(file: number): Header | undefined {
  const start = Buffer.alloc(8);
  if (readAll(file, start) === undefined) return undefined;
  const bytes = start.readUInt32LE(0);
  if (bytes > LONGEST_HEADER) return undefined;
  const line = Buffer.alloc(bytes);
  if (readAll(file, line) !== start.readUInt32LE(4)) return undefined;
  return JSON.parse(line.toString()) as Header;
}

/** Fills `into` and gives its checksum, taken further from that of what stands before; undefined where the file ends too early. */
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
