/** Copies of originals on this machine's disk, for decoders, which need a path. */
import { randomUUID } from 'node:crypto';
import { linkSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SingleFlight } from '../concurrency/single-flight.ts';
import { type ByteReader, copyToFile } from '../platform/byte-reader.ts';
import { type CachedFile, FileCache } from '../platform/file-cache/file-cache.ts';
import { isAbsence } from '../platform/system-errors.ts';
import { DamagedOriginal, type LocalFile } from './originals.ts';

interface OriginalCacheOptions {
  readonly directory: string;
  /** Limit of disk space in MiB; leased copies may exceed it. */
  readonly megabytes: number;
  /** Opens an original in the store; undefined if it has none. */
  fetch(key: string, signal: AbortSignal): Promise<ByteReader | undefined>;
  report(what: 'count' | 'remove', cause: unknown): void;
}

/** An LRU cache of originals in a folder that may be deleted when nobody uses it. */
export class OriginalCache implements AsyncDisposable {
  readonly #fetch: OriginalCacheOptions['fetch'];
  readonly #files: FileCache;
  readonly #inFlight = new SingleFlight<CachedFile | undefined>();
  readonly #leases = new Map<string, number>();
  /** Tells our leases from those of other processes. */
  readonly #id = randomUUID();

  constructor({ fetch, ...options }: OriginalCacheOptions) {
    this.#fetch = fetch;
    this.#files = new FileCache(options);
  }

  /**
   * Leases a copy, which is fetched if it is not there; undefined if the store has none. Concurrent callers share one
   * fetch. The copy stays, even if it is evicted meanwhile. Rejects with DamagedOriginal if the store has other bytes.
   */
  async lease(key: string, signal: AbortSignal): Promise<LocalFile | undefined> {
    for (;;) {
      const file = await this.#inFlight.join(key, signal, (shared) => this.#findOrFetch(key, shared));
      if (file === undefined) return undefined;
      // A second name keeps the file when any process evicts the first. A start after a crash removes it as a leftover.
      const path = join(dirname(file.path), `${key}-${this.#id}.tmp`);
      try {
        // Synchronous, so that no other lease of the key begins or ends in between.
        if (!this.#leases.has(key)) linkSync(file.path, path);
        return this.#leaseOf(key, path);
      } catch (error) {
        // Evicted since it was found.
        if (!isAbsence(error)) throw error;
      }
    }
  }

  /** Moves a file with the bytes of that key into the cache. */
  async adopt(key: string, path: string): Promise<void> {
    await this.#files.make(nameOf(key), async (temporary) => await rename(path, temporary));
  }

  remove(key: string): Promise<void> {
    return this.#files.remove(nameOf(key));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#inFlight.end(new Error('the cache of originals was closed'));
    await this.#files[Symbol.asyncDispose]();
  }

  async #findOrFetch(key: string, signal: AbortSignal): Promise<CachedFile | undefined> {
    const found = await this.#files.find(nameOf(key));
    if (found !== undefined) return found;
    await using first = await this.#fetch(key, signal);
    if (first === undefined) return undefined;
    // A disk that fills up makes `make` write once more, from the first byte on.
    let isFirst = true;
    return await this.#files.make(nameOf(key), async (temporary) => {
      await using again = isFirst ? undefined : await this.#fetch(key, signal);
      isFirst = false;
      if ((await copyToFile(again ?? first, temporary)) === key) return;
      throw new DamagedOriginal(`the store has other bytes than those of original ${key}`);
    });
  }

  /** Counts one more lease of the link; the last one to end removes it. */
  #leaseOf(key: string, path: string): LocalFile {
    this.#leases.set(key, (this.#leases.get(key) ?? 0) + 1);
    let isHeld = true;
    return {
      path,
      [Symbol.asyncDispose]: async () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (this.#leases.get(key) ?? 1) - 1;
        if (left > 0) return void this.#leases.set(key, left);
        this.#leases.delete(key);
        rmSync(path, { force: true });
      },
    };
  }
}

function nameOf(key: string): string {
  return `${key}.original`;
}
