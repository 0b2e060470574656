import type { BigIntStats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { codeOf } from '../../platform/system-errors.ts';
import type { Entry } from './entries.ts';
import { isWithin, type Location } from './location.ts';

/** An existing file. `stats` is absent if its attributes can't be read. */
export interface LookedUpFile {
  readonly location: Location;
  readonly stats?: BigIntStats;
}

/** Reason for skipping an entry without a warning. */
export const GONE = 'has gone';

/**
 * Returns the file, or the reason why the entry isn't one. Follows a link only to a file below `root` and outside
 * `excluded`.
 */
export async function lookUp(
  { location, dirent }: Entry,
  { root, excluded }: { root: string; excluded: readonly string[] },
): Promise<LookedUpFile | string> {
  try {
    if (dirent.isSymbolicLink()) {
      const target = await realpath(location);
      if (!isWithin(target, root) || excluded.some((folder) => isWithin(target, folder))) {
        return 'the link leads out of the folder and is not followed';
      }
    }
    const stats = await stat(location, { bigint: true });
    if (stats.isDirectory()) return 'the link to a folder is not followed';
    return stats.isFile() ? { location, stats } : 'is no file and is not imported';
  } catch (error) {
    if (dirent.isSymbolicLink()) return `the link leads nowhere (${codeOf(error)})`;
    if (codeOf(error) === 'ENOENT') return GONE;
    return dirent.isFile() ? { location } : `can't be read (${codeOf(error)})`;
  }
}
