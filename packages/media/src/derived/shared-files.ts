/** Derived files that the nodes of a service share, as a second level behind the cache of each node. */
import type { CachedFile, FileCache } from '../../../core/src/platform/file-cache/file-cache.ts';

/** A shared file that is open for reading. */
export interface SharedFile extends AsyncDisposable {
  /** Unsigned; absent if it was stored without one. */
  readonly crc32?: number;
  /** Copies the file to a path. Rejects if its bytes are not those that were stored, or if that takes too long. */
  copyTo(path: string): Promise<void>;
}

/** The store can't be reached or refuses its service. The message names the setting to check and holds no secret. */
export class SharedFilesUnreachable extends Error {
  override readonly name = 'SharedFilesUnreachable';
}

/** A store of derived files that any node may lose or empty at any time. Its failures are reported, never thrown. */
export interface SharedFiles extends AsyncDisposable {
  /** Opens the file with this name; undefined if there is none, if the store fails, or after an abort. */
  find(name: string, signal: AbortSignal): Promise<SharedFile | undefined>;
  /** Stores a copy of a file, unless there is one. Resolves when every node finds it, or when the store has failed. */
  store(name: string, file: CachedFile): Promise<void>;
  /** Reports that a file could not be copied from the store. */
  reportFailure(cause: unknown): void;
  /** Resolves when all files that are being stored are stored. */
  settled(): Promise<void>;
}

/** A cache that stores in the background, where all nodes find it, what it has made. */
export interface SharingFileCache extends FileCache {
  /** Copies a file into the cache that another node has made; undefined if there is none. */
  fetch(name: string, signal: AbortSignal): Promise<CachedFile | undefined>;
  /** Like `fetch`, but returns the bytes. */
  fetchWhole(name: string, signal: AbortSignal): Promise<Buffer | undefined>;
}

/** Returns a cache that shares its files. `kind` begins the names of its files among the shared ones. */
export function withSharedFiles(files: FileCache, shared: SharedFiles | undefined, kind: string): SharingFileCache {
  if (shared === undefined) {
    const nothing = async () => undefined;
    return { ...files, fetch: nothing, fetchWhole: nothing };
  }
  /** In the background: nobody waits for it. */
  function share(name: string, file: CachedFile): void {
    void shared?.store(`${kind}/${name}`, file);
  }

  async function fetch(name: string, signal: AbortSignal): Promise<CachedFile | undefined> {
    await using file = await shared?.find(`${kind}/${name}`, signal);
    if (file === undefined) return undefined;
    const copy = async (temporary: string) => {
      await file.copyTo(temporary);
      return file.crc32;
    };
    return await files.make(name, copy).catch((error: unknown) => {
      if (!signal.aborted) shared?.reportFailure(error);
      return undefined;
    });
  }

  return {
    ...files,
    fetch,
    fetchWhole: async (name, signal) => ((await fetch(name, signal)) ? await files.readWhole(name) : undefined),
    make: async (name, write) => {
      const made = await files.make(name, write);
      share(name, made);
      return made;
    },
    writeWhole: async (name, bytes) => {
      const isStored = await files.writeWhole(name, bytes);
      const file = isStored ? await files.find(name) : undefined;
      if (file) share(name, file);
      return isStored;
    },
  };
}
