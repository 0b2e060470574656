import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { openRecentlyUsed } from '../../concurrency/recently-used.ts';
import { isAbsence } from '../../platform/system-errors.ts';

const BLOCK_BYTES = 4096;
const SHARD = /^[0-9a-f]{2}$/;
/** Two days in milliseconds, longer than any file may take to make. Older temporary files are leftovers. */
const STALE_MILLISECONDS = 172_800_000;
/** Precision of a file's modification time, which tells the next start when the file was last used. */
const TOUCH_MILLISECONDS = 60_000;

/**
 * Tracks the size and last use of the files in a cache folder; the caller decides what the files hold. Evicts the least
 * recently used files when the folder exceeds its limit. Files can be made again, so the folder may be deleted at any
 * time. Only one process may use the folder.
 */
export interface CacheFolder extends AsyncDisposable {
  /** Returns false for a file that is larger than the limit of the whole folder. */
  hasRoomFor(bytes: number): boolean;
  /**
   * Returns the name of the file for `key`, or undefined if none is tracked. While the startup scan runs, an untracked
   * file may still exist on disk.
   */
  fileOf(key: string): string | undefined;
  /** Path of the file with this key and name. */
  pathOf(key: string, file: string): string;
  /**
   * Lists all names in the folder that holds the files of `key`, those files included; empty if there is no such
   * folder.
   */
  beside(key: string): Promise<readonly string[]>;
  /**
   * Returns a unique path to write to. If the process is killed, a later start removes the leftover once it is two days
   * old.
   */
  temporary(key: string): Promise<string>;
  /** Moves a finished file to its final path and removes the previous file of this key. Rejects if the move fails. */
  place(from: string, to: { readonly key: string; readonly file: string; readonly bytes: number }): Promise<void>;
  /** Records that the file was used. Ignores a file that has been evicted or replaced in the meantime. */
  used(key: string, file: string, bytes: number): void;
  /** Stops tracking a file that no longer exists. */
  gone(key: string): void;
  /** Resolves after the startup scan and all evictions scheduled so far. */
  settled(): Promise<void>;
}

/** Location and limits of a cache folder, and the names of its files. */
export interface CacheFolderOptions {
  readonly directory: string;
  /** Limit of disk space in MiB. Each file counts in whole blocks of 4 KiB. */
  readonly megabytes: number;
  /**
   * Returns the key contained in a file name; its first two digits name the subfolder. Undefined for files that are not
   * ours.
   */
  keyOf(file: string): string | undefined;
  /** If true, the newest file is never evicted, however large it is. */
  readonly sparesNewest: boolean;
  /** Called for errors while counting or removing files. */
  report(what: 'count' | 'remove', cause: unknown): void;
}

interface Entry {
  readonly file: string;
  readonly bytes: number;
  /** Modification time on disk in epoch milliseconds (UTC). */
  readonly touched: number;
}

/** Opens the folder without waiting. Counts its existing files in the background, without reading their content. */
export function openCacheFolder(options: CacheFolderOptions): CacheFolder {
  const { directory, keyOf, sparesNewest, report } = options;
  const maxBytes = options.megabytes * 2 ** 20;
  // No limit here: `dropOldest` enforces it, because each eviction has to wait for a removal on disk.
  const known = openRecentlyUsed<string, Entry>({ most: Number.POSITIVE_INFINITY, sizeOf: ({ bytes }) => bytes });
  let isCounting = true;
  let isClosed = false;
  const folderOf = (key: string) => join(directory, key.slice(0, 2));
  const pathOf = (key: string, file: string) => join(folderOf(key), file);

  async function remove(path: string, options: { readonly recursive?: true } = {}): Promise<void> {
    await rm(path, { ...options, force: true }).catch((error: unknown) => report('remove', error));
  }

  /** Adds the files of earlier runs to the LRU order, as older than every file used in this run. */
  async function countEarlier(): Promise<void> {
    const found: (Entry & { readonly key: string })[] = [];
    for (const shard of await namesIn(directory)) {
      // Stopping early is safe: the next start counts again.
      if (isClosed) return;
      if (!SHARD.test(shard)) continue;
      const folder = join(directory, shard);
      const names = await namesIn(folder).catch((error: unknown) => {
        report('count', error);
        return [];
      });
      await Promise.all(
        names.map(async (file) => {
          const stats = await stat(join(folder, file)).catch(() => undefined);
          if (stats === undefined) return;
          const key = keyOf(file);
          if (key !== undefined) found.push({ key, file, bytes: blocks(stats.size), touched: stats.mtimeMs });
          else if (file.endsWith('.tmp') && Date.now() - stats.mtimeMs > STALE_MILLISECONDS)
            await remove(join(folder, file), { recursive: true });
        }),
      );
    }
    found.sort((one, other) => one.touched - other.touched);
    const ofThisRun = [...known.entries()].map(([key, entry]) => ({ key, ...entry }));
    const replaced: string[] = [];
    known.clear();
    for (const { key, ...entry } of [...found, ...ofThisRun]) {
      const former = known.peek(key)?.file;
      if (former !== undefined && former !== entry.file) replaced.push(pathOf(key, former));
      known.set(key, entry);
    }
    for (const path of replaced) await remove(path);
  }

  async function dropOldest(): Promise<void> {
    for (const [key, { file }] of known.entries()) {
      if (known.total <= maxBytes || (sparesNewest && known.size === 1)) return;
      known.delete(key);
      await remove(pathOf(key, file));
    }
  }

  let upkeep = countEarlier()
    .catch((error: unknown) => report('count', error))
    .then(() => {
      isCounting = false;
    })
    .then(dropOldest);

  function use(key: string, file: string, bytes: number): void {
    const now = Date.now();
    const before = known.peek(key)?.touched ?? 0;
    const isDue = now - before > TOUCH_MILLISECONDS;
    // Ignores failures, so that a read-only folder still serves files.
    if (isDue) utimes(pathOf(key, file), now / 1000, now / 1000).catch(() => {});
    known.set(key, { file, bytes: blocks(bytes), touched: isDue ? now : before });
  }

  /** Handles the use of an untracked file: it was evicted while it was read, or it exists but could not be counted. */
  async function useUnknown(key: string, file: string, bytes: number): Promise<void> {
    const isThere = await stat(pathOf(key, file)).then(
      () => true,
      () => false,
    );
    if (!isThere || known.peek(key) !== undefined) return;
    use(key, file, bytes);
    await dropOldest();
  }

  return {
    hasRoomFor: (bytes) => blocks(bytes) <= maxBytes,
    fileOf: (key) => known.peek(key)?.file,
    pathOf,
    beside: (key) => namesIn(folderOf(key)),
    temporary: async (key) => {
      await mkdir(folderOf(key), { recursive: true });
      return pathOf(key, `${randomUUID()}.tmp`);
    },
    place: async (from, { key, file, bytes }) => {
      await rename(from, pathOf(key, file));
      const former = known.peek(key)?.file;
      known.set(key, { file, bytes: blocks(bytes), touched: Date.now() });
      if (former !== undefined && former !== file) await remove(pathOf(key, former));
      upkeep = upkeep.then(dropOldest);
    },
    used: (key, file, bytes) => {
      const before = known.peek(key);
      if (before === undefined && !isCounting) upkeep = upkeep.then(() => useUnknown(key, file, bytes));
      else if (before === undefined || before.file === file) use(key, file, bytes);
    },
    gone: (key) => known.delete(key),
    settled: () => upkeep,
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      await upkeep;
    },
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (isAbsence(error)) return [];
    throw error;
  });
}

/** Bytes that a file occupies on disk, in whole blocks. */
function blocks(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}
