/**
 * Stores finished renditions by key. Unlike converted files (`derived/derived-files.ts`), renditions are small, so they
 * are read and written whole. A checksum detects damaged ones, so writes need not be durable. While the disk fails,
 * renditions are kept in memory for a while.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { openRecentlyUsed } from '../../concurrency/recently-used.ts';
import { isAbsence } from '../../platform/system-errors.ts';
import { openCacheFolder } from '../derived/cache-folder.ts';
import type { Rendered } from './renderer.ts';
import { packRendition, unpackRendition } from './stored-file.ts';

/** Memory limit for renditions that could not be written. */
const UNWRITTEN_BYTES = 64 * 2 ** 20;
const NAME = /^([0-9a-f]{32})\.rendition$/;

/** An LRU store of renditions in a folder that may be deleted at any time. */
export interface RenditionStore extends AsyncDisposable {
  /** Returns the rendition; undefined if it is missing or damaged. */
  read(key: string): Promise<Rendered | undefined>;
  /**
   * Stores a rendition. Never rejects: on failure it keeps the rendition in memory for a while and reports the error
   * once until a write succeeds again. A closed store ignores writes.
   */
  write(key: string, rendered: Rendered): Promise<void>;
  /** Resolves after the startup scan and the first eviction. */
  settled(): Promise<void>;
}

/** Options of `openRenditionStore`. */
export interface StoreOptions {
  readonly directory: string;
  /** Maximum disk space in MB; each file counts in blocks of 4 KiB. */
  readonly megabytes: number;
  readonly report: (trouble: Error) => void;
}

/** Opens a store without waiting for the startup scan. */
export function openRenditionStore({ directory, megabytes, report }: StoreOptions): RenditionStore {
  const folder = openCacheFolder({
    directory,
    megabytes,
    keyOf: (file) => NAME.exec(file)?.[1],
    sparesNewest: false,
    report: (what, cause) => failed(what, cause),
  });
  const unwritten = openRecentlyUsed<string, Rendered>({ most: UNWRITTEN_BYTES, sizeOf: ({ bytes }) => bytes.length });
  const writing = new Set<Promise<void>>();
  let isFailing = false;
  let isClosed = false;

  function failed(what: string, cause: unknown): void {
    if (isFailing) return;
    isFailing = true;
    report(new Error(`the store of renditions fails to ${what}; pictures are drawn again as needed`, { cause }));
  }

  async function write(key: string, rendered: Rendered): Promise<void> {
    const bytes = packRendition(rendered);
    if (!folder.hasRoomFor(bytes.length)) return;
    let temporary: string | undefined;
    try {
      temporary = await folder.temporary(key);
      await writeFile(temporary, bytes, { flag: 'wx' });
      await folder.place(temporary, { key, file: nameOf(key), bytes: bytes.length });
    } catch (error) {
      if (temporary !== undefined) await rm(temporary, { force: true }).catch(() => {});
      unwritten.set(key, rendered);
      return failed('write', error);
    }
    isFailing = false;
    unwritten.clear();
  }

  return {
    async read(key) {
      const kept = unwritten.get(key);
      if (kept !== undefined) return kept;
      const file = nameOf(key);
      const path = folder.pathOf(key, file);
      let bytes: Buffer;
      try {
        bytes = await readFile(path);
      } catch (error) {
        // Any other read error leaves the file on disk, so it still counts towards the limit.
        if (isAbsence(error)) folder.gone(key);
        else failed('read', error);
        return undefined;
      }
      const rendered = unpackRendition(bytes);
      if (rendered === undefined) {
        folder.gone(key);
        await rm(path, { force: true }).catch(() => {});
        return undefined;
      }
      folder.used(key, file, bytes.length);
      return rendered;
    },
    async write(key, rendered) {
      if (isClosed) return;
      const written = write(key, rendered);
      writing.add(written);
      await written;
      writing.delete(written);
    },
    settled: folder.settled,
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await Promise.all(writing);
      await folder[Symbol.asyncDispose]();
    },
  };
}

function nameOf(key: string): string {
  return `${key}.rendition`;
}
