/**
 * Stores finished renditions by key. They are small, so they are read and written whole. A checksum detects damaged
 * ones, so writes need not be durable. While the disk fails, renditions are kept in memory for a while.
 */
import { LRUCache } from 'lru-cache';
import { FileCache } from '../../../core/src/platform/file-cache/file-cache.ts';
import type { SharedFiles } from '../derived/shared-files.ts';
import { SharingFileCache } from '../derived/sharing-file-cache.ts';
import type { Rendered } from './renderer.ts';
import { packRendition, unpackRendition } from './stored-file.ts';

/** Memory limit for renditions that could not be written. */
const UNWRITTEN_BYTES = 64 * 2 ** 20;

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

/** An LRU store of renditions in a folder that may be deleted at any time. */
export class RenditionStore implements AsyncDisposable {
  readonly #options: StoreOptions;
  readonly #files: SharingFileCache;
  readonly #unwritten = new LRUCache<string, Rendered>({
    maxSize: UNWRITTEN_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  });
  readonly #writing = new Set<Promise<void>>();
  #isFailing = false;
  #isClosed = false;

  /** Doesn't wait for the startup scan. */
  constructor(options: StoreOptions) {
    const { directory, megabytes, shared } = options;
    this.#options = options;
    const local = new FileCache({ directory, megabytes, report: (what, cause) => this.#failed(what, cause) });
    this.#files = new SharingFileCache(local, shared, 'renditions');
  }

  /** Returns the rendition; undefined if it is missing or damaged. */
  async read(key: string): Promise<Rendered | undefined> {
    return this.#unwritten.get(key) ?? (await this.#readFrom(key, (name) => this.#files.local.readWhole(name)));
  }

  /** Returns the rendition that another node has drawn, and keeps it; undefined if there is none. */
  fetch(key: string, signal: AbortSignal): Promise<Rendered | undefined> {
    return this.#readFrom(key, (name) => this.#files.fetchWhole(name, signal));
  }

  /**
   * Stores a rendition. Never rejects: on failure it keeps the rendition in memory for a while and reports the error
   * once until a write succeeds again. A closed store ignores writes.
   */
  async write(key: string, rendered: Rendered): Promise<void> {
    if (this.#isClosed) return;
    const written = this.#write(key, rendered);
    this.#writing.add(written);
    await written;
    this.#writing.delete(written);
  }

  /** Resolves after the startup scan and the first eviction. */
  settled(): Promise<void> {
    return this.#files.local.settled();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#writing);
    await this.#files.local[Symbol.asyncDispose]();
  }

  async #write(key: string, rendered: Rendered): Promise<void> {
    try {
      if (!(await this.#files.writeWhole(nameOf(key), packRendition(rendered)))) this.#options.reportNoRoom?.();
      this.#isFailing = false;
      this.#unwritten.clear();
    } catch (error) {
      this.#unwritten.set(key, rendered);
      this.#failed('write', error);
    }
  }

  async #readFrom(key: string, read: (name: string) => Promise<Buffer | undefined>): Promise<Rendered | undefined> {
    try {
      const bytes = await read(nameOf(key));
      const rendered = bytes && unpackRendition(bytes);
      if (bytes && !rendered) await this.#files.local.remove(nameOf(key));
      return rendered;
    } catch (error) {
      this.#failed('read', error);
      return undefined;
    }
  }

  #failed(what: string, cause: unknown): void {
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#options.report(
      new Error(`the store of renditions fails to ${what}; pictures are drawn again as needed`, { cause }),
    );
  }
}

/** Name of the file of a rendition. */
export function nameOf(key: string): string {
  return `${key}.rendition`;
}
