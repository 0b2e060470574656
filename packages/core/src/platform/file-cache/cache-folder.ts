import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { spareBytes } from '../disk-room.ts';
import { openOwnership } from './folder-ownership.ts';
import { blocks, type CachedEntry, namesIn, scanFolder } from './scan-folder.ts';

/** Precision of a file's modification time, which tells the next start when the file was last used. */
const TOUCH_MILLISECONDS = 60_000;
const UPKEEP_MILLISECONDS = 10_000;
/** Scans for the files of other processes take at most one part in this many of the time. */
const SCAN_SHARE = 20;
/** At least so many bytes go at a time when the disk is full although its figures don't say so, as with a quota. */
const RELIEF_BYTES = 16 * 2 ** 20;

/**
 * Tracks the size and last use of the files in a cache folder; the caller decides what the files hold. Evicts the least
 * recently used files when the folder exceeds its limit or the disk has no more than its reserve, but never the newest, for
 * which a caller may be waiting. Files can be made again, so the folder may be deleted at any time.
 *
 * Several processes may use the folder. The first one owns it until it ends: only the owner evicts files, among them
 * those of the others, which it counts every ten seconds and when it adds a file. The others count again every ten
 * seconds while they have no room.
 */
export interface CacheFolder extends AsyncDisposable {
  /** Returns false for a file that is too large for the folder, or for which this process may not make room. */
  hasRoomFor(bytes: number): boolean;
  /**
   * Evicts files until the disk has more than its reserve. Returns false if it still has not; if even all files would not
   * be enough, none is evicted.
   */
  makeRoom(): Promise<boolean>;
  /**
   * Evicts files of so many bytes for a disk that is full in spite of its figures, or of 16 MiB for a smaller number.
   * Returns false without evicting any if all have fewer bytes.
   */
  relieve(bytes: number): Promise<boolean>;
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
  /** How often to look at what other processes have done; default 10 s. */
  readonly upkeepMilliseconds?: number | undefined;
  /** Returns the bytes that the disk has free beyond its reserve; default: by the figures of its file system. */
  spare?(directory: string): Promise<number>;
  /** Called for errors while counting or removing files. */
  report(what: 'count' | 'remove', cause: unknown): void;
}

/** Opens the folder without waiting. Counts its existing files in the background, without reading their content. */
export function openCacheFolder(options: CacheFolderOptions): CacheFolder {
  const { directory, megabytes, keyOf, upkeepMilliseconds = UPKEEP_MILLISECONDS, report } = options;
  const { spare = spareBytes } = options;
  const maxBytes = megabytes * 2 ** 20;
  const owner = openOwnership(`${directory}.lock`);
  /** From the least to the most recently used. */
  const tracked = new Map<string, CachedEntry>();
  let totalBytes = 0;
  let isCounting = true;
  let isClosed = false;
  /** True if this process had no room for a file since the last count. */
  let lacksRoom = false;
  /** Monotonic time in milliseconds before which no further scan for the files of others begins. */
  let nextScan = 0;
  const folderOf = (key: string) => join(directory, key.slice(0, 2));
  const pathOf = (key: string, file: string) => join(folderOf(key), file);

  function forget(key: string): void {
    totalBytes -= tracked.get(key)?.bytes ?? 0;
    tracked.delete(key);
  }

  function track(key: string, entry: CachedEntry): void {
    forget(key);
    tracked.set(key, entry);
    totalBytes += entry.bytes;
  }

  const scan = () => scanFolder({ directory, keyOf, report, isClosed: () => isClosed });

  async function remove(path: string): Promise<void> {
    await rm(path, { force: true }).catch((error: unknown) => report('remove', error));
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

  /**
   * Adds the files that other processes have added, in the order of their last use. A process that does not own the
   * folder forgets its own ones, which the owner may have evicted.
   */
  async function countOthers(isOwner: boolean): Promise<void> {
    const begin = performance.now();
    const found = await scan();
    if (isClosed) return;
    const end = performance.now();
    nextScan = end + (end - begin) * SCAN_SHARE;
    const ours = isOwner ? [...tracked] : [];
    const others = found.filter(([key]) => !isOwner || !tracked.has(key)).values();
    tracked.clear();
    totalBytes = 0;
    let other = others.next().value;
    for (const [key, entry] of ours) {
      for (; other && other[1].touched <= entry.touched; other = others.next().value) track(...other);
      track(key, entry);
    }
    for (; other; other = others.next().value) track(...other);
  }

  /** Bytes that could be evicted: all but the newest file. */
  function evictable(): number {
    let newest = 0;
    for (const { bytes } of tracked.values()) newest = bytes;
    return totalBytes - newest;
  }

  async function evict(): Promise<void> {
    const isOwner = owner.claim();
    if (performance.now() >= nextScan && (isOwner ? owner.hasNews() : lacksRoom)) {
      lacksRoom = false;
      await countOthers(isOwner).catch((error: unknown) => report('count', error));
    }
    if (!isOwner) return;
    await evictWhile(async () => totalBytes > maxBytes || (await spare(directory)) < 0);
  }

  async function evictWhile(isNeeded: () => boolean | Promise<boolean>): Promise<void> {
    for (const [key, { file }] of tracked) {
      if (tracked.size === 1 || !(await isNeeded())) return;
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
  const timer = setInterval(() => {
    upkeep = upkeep.then(evict);
  }, upkeepMilliseconds).unref();

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
    hasRoomFor: (bytes) => {
      const hasRoom = blocks(bytes) + (owner.claim() ? 0 : totalBytes) <= maxBytes;
      if (!hasRoom) lacksRoom = true;
      return hasRoom;
    },
    makeRoom: async () => {
      if ((await spare(directory)) >= 0) return true;
      upkeep = upkeep.then(async () => {
        if ((await spare(directory)) + evictable() >= 0) await evict();
      });
      await upkeep;
      return (await spare(directory)) >= 0;
    },
    relieve: async (bytes) => {
      if (!owner.claim()) return false;
      let isEnough = false;
      upkeep = upkeep.then(async () => {
        isEnough = tracked.size > 1 && evictable() >= bytes;
        const most = totalBytes - Math.max(blocks(bytes), RELIEF_BYTES);
        if (isEnough) await evictWhile(() => totalBytes > most);
      });
      await upkeep;
      return isEnough;
    },
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
      clearInterval(timer);
      await upkeep;
      owner[Symbol.dispose]();
    },
  };
}
