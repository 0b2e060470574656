/** Derived files that the nodes of a service share, as a second level behind the cache of each node. */
import type { CachedFile, FileCache } from '../../platform/file-cache/file-cache.ts';

/** A shared file that is open for reading. */
export interface SharedFile extends AsyncDisposable {
  /** Unsigned; absent if it was stored without one. */
  readonly crc32?: number;
  /** Copies the file to a path. Rejects if its bytes are not those that were stored. */
  copyTo(path: string): Promise<void>;
}

/** A store of derived files that any node may lose or empty at any time. Its failures are reported, never thrown. */
export interface SharedFiles extends AsyncDisposable {
  /** Opens the file with this name; undefined if there is none, or if the store fails. */
  find(name: string): Promise<SharedFile | undefined>;
  /** Stores a copy of a file, unless there is one. Resolves when every node finds it, or when the store has failed. */
  store(name: string, file: CachedFile): Promise<void>;
  /** Reports that a file could not be copied from the store. */
  reportFailure(cause: unknown): void;
}

/**
 * Returns a cache that takes what it lacks from the shared files, and stores there what is made. `kind` begins the names
 * of its files among the shared ones.
 */
export function withSharedFiles(files: FileCache, shared: SharedFiles | undefined, kind: string): FileCache {
  if (shared === undefined) return files;

  /** Copies a shared file into the cache. */
  async function fetch(name: string): Promise<CachedFile | undefined> {
    await using file = await shared?.find(`${kind}/${name}`);
    if (file === undefined) return undefined;
    const copy = async (temporary: string) => {
      await file.copyTo(temporary);
      return file.crc32;
    };
    return await files.make(name, copy).catch((error: unknown) => void shared?.reportFailure(error));
  }

  return {
    ...files,
    find: async (name) => (await files.find(name)) ?? (await fetch(name)),
    make: async (name, write) => {
      const made = await files.make(name, write);
      await shared.store(`${kind}/${name}`, made);
      return made;
    },
    readWhole: async (name) => {
      const bytes = await files.readWhole(name);
      return bytes ?? ((await fetch(name)) && (await files.readWhole(name)));
    },
    writeWhole: async (name, bytes) => {
      const isStored = await files.writeWhole(name, bytes);
      const file = isStored ? await files.find(name) : undefined;
      if (file) await shared.store(`${kind}/${name}`, file);
      return isStored;
    },
  };
}
