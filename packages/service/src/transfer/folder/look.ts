import type { BigIntStats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { codeOf } from '../../platform/system-errors.ts';
import type { Entry } from './entries.ts';
import { isWithin, type Location } from './location.ts';

/** A file that is there. `facts` are absent where it can't be asked. */
export interface Place {
  readonly location: Location;
  readonly facts?: BigIntStats;
}

/** Why nothing is said of an entry. */
export const GONE = 'has gone';

/** The file, or why it is none. A link is followed to a file below `root` and outside of `excluded`. */
export async function look(
  { location, dirent }: Entry,
  { root, excluded }: { root: string; excluded: readonly string[] },
): Promise<Place | string> {
  try {
    if (dirent.isSymbolicLink()) {
      const target = await realpath(location);
      if (!isWithin(target, root) || excluded.some((folder) => isWithin(target, folder))) {
        return 'the link leads out of the folder and is not followed';
      }
    }
    const facts = await stat(location, { bigint: true });
    if (facts.isDirectory()) return 'the link to a folder is not followed';
    return facts.isFile() ? { location, facts } : 'is no file and is not imported';
  } catch (error) {
    if (dirent.isSymbolicLink()) return `the link leads nowhere (${codeOf(error)})`;
    if (codeOf(error) === 'ENOENT') return GONE;
    return dirent.isFile() ? { location } : `can't be read (${codeOf(error)})`;
  }
}
