/**
 * Finished renditions by key. Unlike files that were made (`making/made-files.ts`) they are small, written and read whole, and told
 * from damaged ones by a checksum instead of being made durable; and while the disk fails, they are kept in memory for a while.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { openRecentlyUsed } from '../../concurrency/recently-used.ts';
import { isAbsence } from '../../platform/system-errors.ts';
import { openKeptFolder } from '../derived/kept-folder.ts';
import type { Rendered } from './renderer.ts';
import { packRendition, unpackRendition } from './stored-file.ts';

/** What is kept in memory while the folder can't be written. */
const UNWRITTEN_BYTES = 64 * 2 ** 20;
const NAME = /^([0-9a-f]{32})\.rendition$/;

/** In a folder that may be deleted at any time. Loses the least recently used when it is full. */
export interface RenditionStore extends AsyncDisposable {
  /** Undefined when it isn't there, or is there and damaged. */
  read(key: string): Promise<Rendered | undefined>;
  /**
   * Never rejects: what can't be written is kept in memory for a while, and the trouble reported once until a write succeeds.
   * A closed store writes nothing.
   */
  write(key: string, rendered: Rendered): Promise<void>;
  /** Resolves when the files of earlier runs are counted and all that is too much by now is gone. */
  settled(): Promise<void>;
}

export interface StoreOptions {
  readonly directory: string;
  /** Most disk space, in blocks of 4 KiB. */
  readonly megabytes: number;
  readonly report: (trouble: Error) => void;
}

/** Opens a store at once. */
export function openRenditionStore({ directory, megabytes, report }: StoreOptions): RenditionStore {
  const folder = openKeptFolder({
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
        // What can't be read just now still takes its room.
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
