/**
 * Holds derived files open for the responses that will send them, so that a file evicted in the meantime can still be
 * read to its end.
 */
import { open } from 'node:fs/promises';
import { QueueFull } from '../../../core/src/concurrency/failures.ts';
import { readerOf } from '../../../core/src/originals/file-reader.ts';
import type { ByteRange, ByteReader } from '../../../core/src/platform/byte-reader.ts';
import type { CachedFile } from '../../../core/src/platform/file-cache/file-cache.ts';
import { isAbsence, lacksResources } from '../../../core/src/platform/system-errors.ts';

/** Limit of files that one thread holds open at the same time; each takes a file descriptor. */
const MAX_LEASES = 8192;

/** A file that stays readable until it is disposed of. */
interface FileLease extends AsyncDisposable {
  /** Opens a reader for the whole file or a range. The caller disposes of the reader, which leaves the file open. */
  read(range: ByteRange | undefined, signal: AbortSignal): ByteReader;
}

/**
 * Opens and holds a file. Resolves with undefined if it has been evicted. Rejects with QueueFull if too many files are
 * leased or the system has no file descriptor left.
 */
export type LeaseFile = (file: CachedFile) => Promise<FileLease | undefined>;

/** Creates a function that holds at most `most` files at the same time. */
export function openFileLeases({ most = MAX_LEASES }: { readonly most?: number } = {}): LeaseFile {
  let leased = 0;
  return async ({ path, size }) => {
    if (leased >= most) throw new QueueFull(`${leased} derived files are being sent`);
    leased += 1;
    try {
      const file = await open(path, 'r');
      let isOpen = true;
      return {
        read: (range, signal) => {
          const reader = readerOf(file, range ?? { start: 0, end: size - 1 }, signal);
          return { read: reader.read, [Symbol.asyncDispose]: async () => {} };
        },
        [Symbol.asyncDispose]: async () => {
          if (!isOpen) return;
          isOpen = false;
          leased -= 1;
          await file.close();
        },
      };
    } catch (error) {
      leased -= 1;
      if (isAbsence(error)) return undefined;
      throw lacksResources(error) ? new QueueFull('too many files are open') : error;
    }
  };
}
