/**
 * Stores finished renditions by key. They are small, so they are read and written whole. A checksum detects damaged
 * ones, so writes need not be durable. While the disk fails, renditions are kept in memory for a while.
 */
import { LRUCache } from 'lru-cache';
import { openFileCache } from '../../../core/src/platform/file-cache/file-cache.ts';
import { type SharedFiles, withSharedFiles } from '../derived/shared-files.ts';
import type { Rendered } from './renderer.ts';
import { packRendition, unpackRendition } from './stored-file.ts';

/** Memory limit for renditions that could not be written. */
const UNWRITTEN_BYTES = 64 * 2 ** 20;

/** An LRU store of renditions in a folder that may be deleted at any time. */
export interface RenditionStore extends AsyncDisposable {
  /** Returns the rendition; undefined if it is missing or damaged. */
  read(key: string): Promise<Rendered | undefined>;
  /** Returns the rendition that another node has drawn, and keeps it; undefined if there is none. */
  fetch(key: string, signal: AbortSignal): Promise<Rendered | undefined>;
  /**
   * Stores a rendition. Never rejects: on failure it keeps the rendition in memory for a while and reports the error
   * once until a write succeeds again. A closed store ignores writes.
   */
  write(key: string, rendered: Rendered): Promise<void>;
  /** Resolves after the startup scan and the first eviction. */
  settled(): Promise<void>;
}

interface StoreOptions {
  readonly directory: string;
  /** Maximum disk space in MB; each file counts in blocks of 4 KiB. */
  readonly megabytes: number;
  /** Where nodes share what they have drawn. */
  readonly shared?: SharedFiles | undefined;
  readonly report: (trouble: Error) => void;
  /** Called for each rendition that is not stored because the store is full and another process owns it. */
  readonly reportNoRoom?: (() => void) | undefined;
}

/** Opens a store without waiting for the startup scan. */
export function openRenditionStore({
  directory,
  megabytes,
  shared,
  report,
  reportNoRoom,
}: StoreOptions): RenditionStore {
  const files = withSharedFiles(openFileCache({ directory, megabytes, report: failed }), shared, 'renditions');
  const unwritten = new LRUCache<string, Rendered>({
    maxSize: UNWRITTEN_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  });
  const writing = new Set<Promise<void>>();
  let isFailing = false;
  let isClosed = false;

  function failed(what: string, cause: unknown): void {
    if (isFailing) return;
    isFailing = true;
    report(new Error(`the store of renditions fails to ${what}; pictures are drawn again as needed`, { cause }));
  }

  async function write(key: string, rendered: Rendered): Promise<void> {
    try {
      if (!(await files.writeWhole(nameOf(key), packRendition(rendered)))) reportNoRoom?.();
      isFailing = false;
      unwritten.clear();
    } catch (error) {
      unwritten.set(key, rendered);
      failed('write', error);
    }
  }

  async function readFrom(
    key: string,
    read: (name: string) => Promise<Buffer | undefined>,
  ): Promise<Rendered | undefined> {
    try {
      const bytes = await read(nameOf(key));
      const rendered = bytes && unpackRendition(bytes);
      if (bytes && !rendered) await files.remove(nameOf(key));
      return rendered;
    } catch (error) {
      failed('read', error);
      return undefined;
    }
  }

  return {
    read: async (key) => unwritten.get(key) ?? (await readFrom(key, files.readWhole)),
    fetch: (key, signal) => readFrom(key, (name) => files.fetchWhole(name, signal)),
    async write(key, rendered) {
      if (isClosed) return;
      const written = write(key, rendered);
      writing.add(written);
      await written;
      writing.delete(written);
    },
    settled: files.settled,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.all(writing);
      await files[Symbol.asyncDispose]();
    },
  };
}

function nameOf(key: string): string {
  return `${key}.rendition`;
}
