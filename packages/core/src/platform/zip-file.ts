/** Reads entries of ZIP files. */

import { open } from 'node:fs/promises';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { type Entry, fromFdPromise } from 'yauzl';
import { readUpTo } from './read-up-to.ts';
import { encodingOf } from './text-encoding.ts';

/** Entries after these are ignored, because those of untrusted files could fill the memory. */
const MAX_ENTRIES = 20_000;
/** The method of entries that are not compressed. */
const STORED = 0;
const MAX_TEXT_BYTES = 4 * 2 ** 20;

/** The readable entries of a ZIP file, by name. */
export interface ZipParts {
  readonly names: readonly string[];
  /** Returns the number of bytes that an entry declares; 0 if it doesn't exist. */
  size(name: string): number;
  /** Returns the bytes of an entry one after another, which may be more than it declares; none if it doesn't exist. */
  stream(name: string): AsyncIterable<Uint8Array>;
  /** Returns the bytes of an entry; undefined if it doesn't exist or is larger than `maxBytes`. */
  read(name: string, maxBytes: number): Promise<Buffer | undefined>;
  /** Returns where in the file the bytes of an entry are; undefined if it doesn't exist or is compressed. */
  place(name: string): Promise<{ readonly start: number; readonly size: number } | undefined>;
  /** Returns the text of an entry; empty if it doesn't exist or is larger than 4 MB. */
  text(name: string): Promise<string>;
}

/** Opens a ZIP file while `use` runs. Rejects for a damaged archive. */
export async function withZip<Result>(path: string, use: (parts: ZipParts) => Promise<Result>): Promise<Result> {
  await using file = await open(path);
  const zip = await fromFdPromise(file.fd, { autoClose: false, lazyEntries: true });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    if (entries.size >= MAX_ENTRIES) break;
    entries.set(entry.fileName, entry);
  }
  const read = async (name: string, maxBytes: number) => {
    const entry = entries.get(name);
    if (entry === undefined || entry.uncompressedSize > maxBytes) return undefined;
    // The size that an entry declares can't be trusted.
    return await readUpTo(await zip.openReadStreamPromise(entry), maxBytes);
  };
  async function* stream(name: string) {
    const entry = entries.get(name);
    if (entry !== undefined) yield* await zip.openReadStreamPromise(entry);
  }
  const size = (name: string) => entries.get(name)?.uncompressedSize ?? 0;
  const place = async (name: string) => {
    const entry = entries.get(name);
    if (entry?.compressionMethod !== STORED) return undefined;
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    return { start: fileDataStart, size: entry.uncompressedSize };
  };
  const text = async (name: string) => {
    const bytes = (await read(name, MAX_TEXT_BYTES)) ?? Buffer.alloc(0);
    return new TextDecoder(encodingOf(bytes)).decode(bytes);
  };
  return await use({ names: [...entries.keys()], size, stream, read, place, text });
}
