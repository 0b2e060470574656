import type { CachedFile, FileCache } from '../../../core/src/platform/file-cache/file-cache.ts';
import type { SharedFiles } from './shared-files.ts';

/** A cache that also stores what it has made where all nodes find it, in the background. */
export class SharingFileCache {
  /** The files on this machine. */
  readonly local: FileCache;
  readonly #shared: SharedFiles | undefined;
  readonly #kind: string;

  /** `kind` begins the names of the files among the shared ones. Without `shared`, nothing is shared. */
  constructor(local: FileCache, shared: SharedFiles | undefined, kind: string) {
    this.local = local;
    this.#shared = shared;
    this.#kind = kind;
  }

  /** Copies a file into the cache that another node has made; undefined if there is none. */
  async fetch(name: string, signal: AbortSignal): Promise<CachedFile | undefined> {
    await using file = await this.#shared?.find(`${this.#kind}/${name}`, signal);
    if (file === undefined) return undefined;
    const copy = async (temporary: string) => {
      await file.copyTo(temporary);
      return file.crc32;
    };
    return await this.local.make(name, copy).catch((error: unknown) => {
      if (!signal.aborted) this.#shared?.reportFailure(error);
      return undefined;
    });
  }

  /** Like `fetch`, but returns the bytes. */
  async fetchWhole(name: string, signal: AbortSignal): Promise<Buffer | undefined> {
    return (await this.fetch(name, signal)) ? await this.local.readWhole(name) : undefined;
  }

  /** Like `FileCache.make`. */
  async make(name: string, write: Parameters<FileCache['make']>[1]): Promise<CachedFile> {
    const made = await this.local.make(name, write);
    this.#share(name, made);
    return made;
  }

  /** Like `FileCache.writeWhole`. */
  async writeWhole(name: string, bytes: Uint8Array): Promise<boolean> {
    const isStored = await this.local.writeWhole(name, bytes);
    const file = isStored && this.#shared ? await this.local.find(name) : undefined;
    if (file) this.#share(name, file);
    return isStored;
  }

  /** In the background: nobody waits for it. */
  #share(name: string, file: CachedFile): void {
    void this.#shared?.store(`${this.#kind}/${name}`, file);
  }
}
