import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Entry, fromFdPromise } from 'yauzl';

const MOST_ENTRIES = 20_000;

/** The readable entries of a ZIP file, by name. */
export interface ZipParts {
  readonly names: readonly string[];
  /** Returns the bytes of an entry; undefined if it doesn't exist or is larger than `mostBytes`. */
  read(name: string, mostBytes: number): Promise<Buffer | undefined>;
}

/** Opens a ZIP file while `use` runs. Rejects for a damaged archive. */
export async function withZip<Result>(path: string, use: (parts: ZipParts) => Promise<Result>): Promise<Result> {
  await using file = await open(path);
  const zip = await fromFdPromise(file.fd, { autoClose: false, lazyEntries: true });
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
    if (entries.size >= MOST_ENTRIES) break;
    entries.set(entry.fileName, entry);
  }
  return await use({
    names: [...entries.keys()],
    async read(name, mostBytes) {
      const entry = entries.get(name);
      if (entry === undefined || entry.uncompressedSize > mostBytes) return undefined;
      return await readUpTo(await zip.openReadStreamPromise(entry), mostBytes);
    },
  });
}

/** Limits the bytes while reading, because the size that an entry declares can't be trusted. */
async function readUpTo(stream: Readable, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
