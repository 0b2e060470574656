import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsence } from '../../platform/system-errors.ts';
import { openOwnership } from './folder-ownership.ts';

const BLOCK_BYTES = 4096;
const SHARD = /^[0-9a-f]{2}$/;
/** Two days in milliseconds, longer than any file may take to make. Older temporary files are leftovers. */
const STALE_MILLISECONDS = 172_800_000;
/** Precision of a file's modification time, which tells the next start when the file was last used. */
const TOUCH_MILLISECONDS = 60_000;

/**
 * Tracks the size and last use of the files in a cache folder; the caller decides what the files hold. Evicts the least
 * recently used files when the folder exceeds its limit, but never the newest, for which a caller may be waiting. Files
 * can be made again, so the folder may be deleted at any time.
 *
 * Several processes may use the folder. The first one owns it until it ends: only the owner evicts files, among them
 * those of the others, which it counts when it next adds a file. The others add files while they know of room.
 */
export interface CacheFolder extends AsyncDisposable {
  /** Returns false for a file that is too large for the folder, or for which this process may not make room. */
  hasRoomFor(bytes: number): boolean;
  /**
   * Returns the name of the file for `key`, or undefined if none is tracked. While the startup scan runs, and if
   * another process uses the folder, an untracked file may exist on disk.
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
interface CacheFolderOptions {
  readonly directory: string;
  /** Limit of disk space in MiB. Each file counts in whole blocks of 4 KiB. */
  readonly megabytes: number;
  /**
   * Returns the key contained in a file name; its first two digits name the subfolder. Undefined for files that are not
   * ours.
   */
  keyOf(file: string): string | undefined;
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
export function openCacheFolder({ directory, megabytes, keyOf, report }: CacheFolderOptions): CacheFolder {
  const maxBytes = megabytes * 2 ** 20;
  const owner = openOwnership(`${directory}.lock`);
  /** From the least to the most recently used. */
  const tracked = new Map<string, Entry>();
  let totalBytes = 0;
  let isCounting = true;
  let isClosed = false;
  const folderOf = (key: string) => join(directory, key.slice(0, 2));
  const pathOf = (key: string, file: string) => join(folderOf(key), file);

  function forget(key: string): void {
    totalBytes -= tracked.get(key)?.bytes ?? 0;
    tracked.delete(key);
  }

  function track(key: string, entry: Entry): void {
    forget(key);
    tracked.set(key, entry);
    totalBytes += entry.bytes;
  }

  async function remove(path: string, options: { readonly recursive?: true } = {}): Promise<void> {
    await rm(path, { ...options, force: true }).catch((error: unknown) => report('remove', error));
  }

  /** Lists the files on disk, the one used least recently first, and removes leftovers. */
  async function scan(): Promise<readonly (readonly [key: string, entry: Entry])[]> {
    const found: (readonly [string, Entry])[] = [];
    for (const shard of await namesIn(directory)) {
      // Stopping early is safe: the next start counts again.
      if (isClosed) return [];
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
          if (key !== undefined) found.push([key, { file, bytes: blocks(stats.size), touched: stats.mtimeMs }]);
          else if (file.endsWith('.tmp') && Date.now() - stats.mtimeMs > STALE_MILLISECONDS)
            await remove(join(folder, file), { recursive: true });
        }),
      );
    }
    return found.sort(([, one], [, other]) => one.touched - other.touched);
  }

  /** Adds the files of earlier runs to the LRU order, as older than every file used in this run. */
  async function countEarlier(): Promise<void> {
    const found = await scan();
    const ofThisRun = [...tracked];
    const replaced: string[] = [];
    tracked.clear();
    totalBytes = 0;
    for (const [key, entry] of [...found, ...ofThisRun]) {
      const former = tracked.get(key)?.file;
      if (former !== undefined && former !== entry.file) replaced.push(pathOf(key, former));
      track(key, entry);
    }
    for (const path of replaced) await remove(path);
  }

  /** Adds the files that other processes have added. */
  async function countOthers(): Promise<void> {
    for (const [key, entry] of await scan()) if (!tracked.has(key)) track(key, entry);
  }

  async function evict(): Promise<void> {
    if (!owner.claim()) return;
    if (owner.hasNews()) await countOthers().catch((error: unknown) => report('count', error));
    for (const [key, { file }] of tracked) {
      if (totalBytes <= maxBytes || tracked.size === 1) return;
      forget(key);
      await remove(pathOf(key, file));
    }
  }

  let upkeep = countEarlier()
    .catch((error: unknown) => report('count', error))
    .then(() => {
      isCounting = false;
    })
    .then(evict);

  function use(key: string, file: string, bytes: number): void {
    const now = Date.now();
    const before = tracked.get(key)?.touched ?? 0;
    const isDue = now - before > TOUCH_MILLISECONDS;
    // Ignores failures, so that a read-only folder still serves files.
    if (isDue) utimes(pathOf(key, file), now / 1000, now / 1000).catch(() => {});
    track(key, { file, bytes: blocks(bytes), touched: isDue ? now : before });
  }

  /** Handles the use of an untracked file: it was evicted while it was read, or it exists but was not counted. */
  async function useUntracked(key: string, file: string, bytes: number): Promise<void> {
    if (!existsSync(pathOf(key, file)) || tracked.has(key)) return;
    use(key, file, bytes);
    await evict();
  }

  return {
    hasRoomFor: (bytes) => blocks(bytes) + (owner.claim() ? 0 : totalBytes) <= maxBytes,
    fileOf: (key) => tracked.get(key)?.file,
    pathOf,
    beside: (key) => namesIn(folderOf(key)),
    temporary: async (key) => {
      await mkdir(folderOf(key), { recursive: true });
      return pathOf(key, `${randomUUID()}.tmp`);
    },
    place: async (from, { key, file, bytes }) => {
      await rename(from, pathOf(key, file));
      const former = tracked.get(key)?.file;
      track(key, { file, bytes: blocks(bytes), touched: Date.now() });
      if (former !== undefined && former !== file) await remove(pathOf(key, former));
      if (!owner.isOwner()) await owner.tell();
      upkeep = upkeep.then(evict);
    },
    used: (key, file, bytes) => {
      const before = tracked.get(key);
      if (before === undefined && !isCounting) upkeep = upkeep.then(() => useUntracked(key, file, bytes));
      else if (before === undefined || before.file === file) use(key, file, bytes);
    },
    gone: forget,
    settled: () => upkeep,
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      await upkeep;
      owner[Symbol.dispose]();
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
