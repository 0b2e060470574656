import { isUtf8 } from 'node:buffer';
import type { BigIntStats, Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { codeOf } from '../../platform/system-errors.ts';
import { below, isWithin, type Location, readName } from './location.ts';

export interface Entry {
  readonly name: string;
  /** Path below the imported folder, separated by `/`. */
  readonly path: string;
  readonly location: Location;
  readonly dirent: Dirent<Buffer>;
}

/** True for names that imports ignore: hidden files and folders, and files that file managers leave behind. */
export function isIgnored(name: string): boolean {
  return name.startsWith('.') || name.toLowerCase() === 'thumbs.db';
}

export interface Listing {
  /** Entries by name, without ignored ones. */
  readonly entries: readonly Entry[];
  /** Paths of entries left out because their names aren't UTF-8 and read like the name of another entry. */
  readonly doubled: readonly string[];
}

/** Lists a folder. `folder` is its path below the imported folder. */
export async function listEntries(location: Location, folder: string): Promise<Listing> {
  const dirents = await readdir(location, { withFileTypes: true, encoding: 'buffer' });
  const entries = new Map<string, Entry>();
  const doubled: string[] = [];
  for (const dirent of dirents) {
    const name = readName(dirent.name);
    if (isIgnored(name)) continue;
    const path = folder === '' ? name : `${folder}/${name}`;
    const isTaken = entries.has(name);
    if (isTaken) doubled.push(path);
    // A name that isn't UTF-8 may equal another one as text; the name in UTF-8 takes precedence.
    if (isTaken && !isUtf8(dirent.name)) continue;
    entries.set(name, { name, path, location: below(location, dirent.name), dirent });
  }
  return { entries: [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), doubled };
}

/** An existing file. `stats` is absent if its attributes can't be read. */
export interface LookedUpFile {
  readonly location: Location;
  readonly stats?: BigIntStats;
}

/** Reason for skipping an entry without a warning. */
export const GONE = 'has gone';

/** Returns the file, or why the entry isn't one. Follows links only to files below `root`, outside `excluded`. */
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
