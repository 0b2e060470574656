/** Copies of originals on this machine's disk, for decoders, which need a path. */
import { randomUUID } from 'node:crypto';
import { linkSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openSingleFlight } from '../concurrency/single-flight.ts';
import { type ByteReader, copyToFile } from '../platform/byte-reader.ts';
import { type CachedFile, openFileCache } from '../platform/file-cache/file-cache.ts';
import { isAbsence } from '../platform/system-errors.ts';
import { DamagedOriginal, type LocalFile } from './originals.ts';

/** An LRU cache of originals in a folder that may be deleted when nobody uses it. */
export interface OriginalCache extends AsyncDisposable {
  /**
   * Leases a copy, which is fetched if it is not there; undefined if the store has none. Concurrent callers share one
   * fetch. The copy stays, even if it is evicted meanwhile. Rejects with DamagedOriginal if the store has other bytes.
   */
  lease(key: string, signal: AbortSignal): Promise<LocalFile | undefined>;
  /** Moves a file with the bytes of that key into the cache. */
  adopt(key: string, path: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Opens the cache without waiting. `fetch` opens an original in the store; undefined if it has none. */
export function openOriginalCache(options: {
  readonly directory: string;
  /** Limit of disk space in MiB; leased copies may exceed it. */
  readonly megabytes: number;
  fetch(key: string, signal: AbortSignal): Promise<ByteReader | undefined>;
  report(what: 'count' | 'remove', cause: unknown): void;
}): OriginalCache {
  const { directory, megabytes, fetch, report } = options;
  const files = openFileCache({ directory, megabytes, report });
  const inFlight = openSingleFlight<CachedFile | undefined>();
  /** Number of leases by key. */
  const leases = new Map<string, number>();
  /** Tells our leases from those of other processes. */
  const id = randomUUID();

  async function findOrFetch(key: string, signal: AbortSignal): Promise<CachedFile | undefined> {
    const found = await files.find(nameOf(key));
    if (found !== undefined) return found;
    await using first = await fetch(key, signal);
    if (first === undefined) return undefined;
    // A disk that fills up makes `make` write once more, from the first byte on.
    let isFirst = true;
    return await files.make(nameOf(key), async (temporary) => {
      await using again = isFirst ? undefined : await fetch(key, signal);
      isFirst = false;
      if ((await copyToFile(again ?? first, temporary)) === key) return;
      throw new DamagedOriginal(`the store has other bytes than those of original ${key}`);
    });
  }

  /** Counts one more lease of the link; the last one to end removes it. */
  function leaseOf(key: string, path: string): LocalFile {
    leases.set(key, (leases.get(key) ?? 0) + 1);
    let isHeld = true;
    return {
      path,
      [Symbol.asyncDispose]: async () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (leases.get(key) ?? 1) - 1;
        if (left > 0) return void leases.set(key, left);
        leases.delete(key);
        rmSync(path, { force: true });
      },
    };
  }

  return {
    async lease(key, signal) {
      for (;;) {
        const file = await inFlight.join(key, signal, (shared) => findOrFetch(key, shared));
        if (file === undefined) return undefined;
        // A second name keeps the file when any process evicts the first. A start after a crash removes it as a leftover.
        const path = join(dirname(file.path), `${key}-${id}.tmp`);
        try {
          // Synchronous, so that no other lease of the key begins or ends in between.
          if (!leases.has(key)) linkSync(file.path, path);
          return leaseOf(key, path);
        } catch (error) {
          // Evicted since it was found.
          if (!isAbsence(error)) throw error;
        }
      }
    },
    adopt: async (key, path) => {
      await files.make(nameOf(key), async (temporary) => await rename(path, temporary));
    },
    remove: (key) => files.remove(nameOf(key)),
    [Symbol.asyncDispose]: async () => {
      inFlight.end(new Error('the cache of originals was closed'));
      await files[Symbol.asyncDispose]();
    },
  };
}

function nameOf(key: string): string {
  return `${key}.original`;
}
