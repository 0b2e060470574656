import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsence } from '../system-errors.ts';

const BLOCK_BYTES = 4096;
const SHARD = /^[0-9a-f]{2}$/;
/** Two days in milliseconds, longer than any file may take to make. Older temporary files are leftovers. */
const STALE_MILLISECONDS = 172_800_000;

/** Location and limits of a cache folder, and the names of its files. */
export interface CacheFolderOptions {
  readonly directory: string;
  /** Limit of disk space in MiB. Each file counts in whole blocks of 4 KiB. */
  readonly megabytes: number;
  /**
   * Returns the key contained in a file name; its first two digits name the subfolder. Undefined for files that are not
   * ours.
   */
  readonly keyOf: (file: string) => string | undefined;
  /** How often to look at what other processes have done; default 10 s. */
  readonly upkeepMilliseconds?: number | undefined;
  /** Returns the bytes that the disk has free beyond its reserve; default: by the figures of its file system. */
  readonly spare?: ((directory: string) => Promise<number>) | undefined;
  /** Called for errors while counting or removing files. */
  readonly report: (what: 'count' | 'remove', cause: unknown) => void;
}

/** One file of a cache folder. */
export interface CachedEntry {
  readonly file: string;
  readonly bytes: number;
  /** Modification time on disk in epoch milliseconds (UTC). */
  readonly touched: number;
}

/** Lists the files on disk, the one used least recently first, and removes leftovers. */
export async function scanFolder(
  { directory, keyOf, report }: Pick<CacheFolderOptions, 'directory' | 'keyOf' | 'report'>,
  isClosed: () => boolean,
): Promise<readonly (readonly [key: string, entry: CachedEntry])[]> {
  const found: (readonly [string, CachedEntry])[] = [];
  for (const shard of await namesIn(directory)) {
    // Stopping early is safe: the next start counts again.
    if (isClosed()) return [];
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
          await rm(join(folder, file), { recursive: true, force: true }).catch((error: unknown) =>
            report('remove', error),
          );
      }),
    );
  }
  return found.sort(([, one], [, other]) => one.touched - other.touched);
}

/** Lists the names in a folder; empty if there is no such folder. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (isAbsence(error)) return [];
    throw error;
  });
}

/** Bytes that a file occupies on disk, in whole blocks. */
export function blocks(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}
