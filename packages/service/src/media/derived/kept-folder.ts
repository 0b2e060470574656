import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { openRecentlyUsed } from '../../concurrency/recently-used.ts';
import { isAbsence } from '../../platform/system-errors.ts';

const BLOCK_BYTES = 4096;
const SHARD = /^[0-9a-f]{2}$/;
/** Older than the longest time that anything may take to be made. */
const STALE_MILLISECONDS = 172_800_000;
/** A file's time tells the next start when it was used last, this exactly. */
const TOUCH_MILLISECONDS = 60_000;

/**
 * The accounts of a folder of files that can be made again: what is in them is the business of its user. Files are used least
 * recently first to go when they take more room than they may. The folder may be deleted at any time, and belongs to one process.
 */
export interface KeptFolder extends AsyncDisposable {
  /** False for what takes more than the whole folder may. */
  hasRoomFor(bytes: number): boolean;
  /** Name of the file of that key; undefined where none is known, though it may stand there while earlier files are still counted. */
  fileOf(key: string): string | undefined;
  /** Where a file of that key and name stands. */
  pathOf(key: string, file: string): string;
  /** Names of what stands beside the files of this key, those included; none where there is no folder. */
  beside(key: string): Promise<readonly string[]>;
  /** A path to write to, of which nobody else knows; what a killed process leaves there is removed after two days. */
  temporary(key: string): Promise<string>;
  /** Puts a finished file in its place, in that of the former one of this key. Rejects when it can't. */
  place(from: string, to: { readonly key: string; readonly file: string; readonly bytes: number }): Promise<void>;
  /** The file was there, and was used; one that has been dropped or replaced meanwhile is left out of the accounts. */
  used(key: string, file: string, bytes: number): void;
  /** The file is no longer there. */
  gone(key: string): void;
  /** Resolves when files of earlier runs are counted and all that is too much by now is gone. */
  settled(): Promise<void>;
}

export interface KeptFolderOptions {
  readonly directory: string;
  /** Most disk space, in blocks of 4 KiB. */
  readonly megabytes: number;
  /** The key in the name of a file, whose first two digits name its folder; undefined for files of other people. */
  keyOf(file: string): string | undefined;
  /** True where the file that came last stays, however large. */
  readonly sparesNewest: boolean;
  /** Hears what can't be counted or removed. */
  report(what: 'count' | 'remove', cause: unknown): void;
}

interface Entry {
  readonly file: string;
  readonly bytes: number;
  /** UTC milliseconds: its time on the disk. */
  readonly touched: number;
}

/** Opens at once; what the folder holds already is counted in the background, without reading the files. */
export function openKeptFolder(options: KeptFolderOptions): KeptFolder {
  const { directory, keyOf, sparesNewest, report } = options;
  const maxBytes = options.megabytes * 2 ** 20;
  // The bound is kept on the disk, one removal after the other.
  const known = openRecentlyUsed<string, Entry>({ most: Number.POSITIVE_INFINITY, sizeOf: ({ bytes }) => bytes });
  let isCounting = true;
  let isClosed = false;
  const folderOf = (key: string) => join(directory, key.slice(0, 2));
  const pathOf = (key: string, file: string) => join(folderOf(key), file);

  async function remove(path: string, options: { readonly recursive?: true } = {}): Promise<void> {
    await rm(path, { ...options, force: true }).catch((error: unknown) => report('remove', error));
  }

  /** Takes the files of earlier runs into account, as used before everything of this run. */
  async function countEarlier(): Promise<void> {
    const found: (Entry & { readonly key: string })[] = [];
    for (const shard of await namesIn(directory)) {
      // Counting stops half-way: the next start counts again.
      if (isClosed) return;
      if (!SHARD.test(shard)) continue;
      const folder = join(directory, shard);
      const names = await namesIn(folder).catch((error: unknown) => {
        report('count', error);
        return [];
      });
      await Promise.all(
        names.map(async (file) => {
          const facts = await stat(join(folder, file)).catch(() => undefined);
          if (facts === undefined) return;
          const key = keyOf(file);
          if (key !== undefined) found.push({ key, file, bytes: blocks(facts.size), touched: facts.mtimeMs });
          else if (file.endsWith('.tmp') && Date.now() - facts.mtimeMs > STALE_MILLISECONDS)
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
    // A folder that can be read only still serves.
    if (isDue) utimes(pathOf(key, file), now / 1000, now / 1000).catch(() => {});
    known.set(key, { file, bytes: blocks(bytes), touched: isDue ? now : before });
  }

  /** Nobody knows the file: it may have been dropped while it was read, or may stand where nothing could be counted. */
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

/** What a file takes on disk. */
function blocks(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}
