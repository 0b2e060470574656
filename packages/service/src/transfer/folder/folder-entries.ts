import { isUtf8 } from 'node:buffer';
import type { BigIntStats, Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { type Confines, isInside } from '../../../../core/src/platform/confines.ts';
import { CannotOpen, openRegularFile } from '../../../../core/src/platform/regular-file.ts';
import { codeOf } from '../../../../core/src/platform/system-errors.ts';
import { isIgnoredName, RULES_FILE } from './ignored-names.ts';
import { below, type Location, readName } from './location.ts';

export interface Entry {
  readonly name: string;
  /** Path below the imported folder, separated by `/`. */
  readonly path: string;
  readonly location: Location;
  /** Location that leads to it as long as its folder is open, whatever takes the name of that folder. */
  readonly listed: Location;
  readonly dirent: Dirent<Buffer>;
}

export interface Listing {
  /** Entries by name, without those whose names imports leave out. */
  readonly entries: readonly Entry[];
  /** True if the folder has rules of its own about what imports leave out. */
  readonly hasRules: boolean;
}

/** Lists an opened folder. `path` is its path below the imported folder, `listed` the location to read it by. */
export async function listEntries(
  listed: Location,
  { path: folder, location }: { readonly path: string; readonly location: Location },
): Promise<Listing> {
  const dirents = await readdir(listed, { withFileTypes: true, encoding: 'buffer' });
  const entries = new Map<string, Entry>();
  let hasRules = false;
  // A name that isn't UTF-8 may read like another one, and then gives way to it.
  const [plain, others] = [dirents.filter(({ name }) => isUtf8(name)), dirents.filter(({ name }) => !isUtf8(name))];
  for (const dirent of [...plain, ...others.sort((a, b) => a.name.compare(b.name))]) {
    let name = readName(dirent.name);
    for (let mark = '%%'; entries.has(name); mark += '%') name = readName(dirent.name, mark);
    hasRules ||= name === RULES_FILE;
    if (isIgnoredName(name)) continue;
    const path = folder === '' ? name : `${folder}/${name}`;
    const [own, through] = [below(location, dirent.name), below(listed, dirent.name)];
    entries.set(name, { name, path, location: own, listed: through, dirent });
  }
  return { entries: [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), hasRules };
}

/** An existing file. `stats` is absent if its attributes can't be read. */
export interface LookedUpFile {
  readonly location: Location;
  readonly stats?: BigIntStats;
}

/** Reason for skipping an entry without a warning. */
export const GONE = 'has gone';

/** Returns the file, or why the entry isn't one. Follows links only to files within these confines. */
export async function lookUp(entry: Entry, within: Confines): Promise<LookedUpFile | string> {
  const { location, listed, dirent } = entry;
  if (dirent.isSymbolicLink()) return await lookUpLink(location, within);
  try {
    const stats = await lstat(listed, { bigint: true });
    // A folder or a link that has taken its name meanwhile is looked up by the next import.
    if (stats.isDirectory() || stats.isSymbolicLink()) return GONE;
    return stats.isFile() ? { location, stats } : 'is no file and is not imported';
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return GONE;
    return dirent.isFile() ? { location } : `can't be read (${codeOf(error)})`;
  }
}

const LEADS_OUT = 'the link leads out of the folder and is not followed';

async function lookUpLink(location: Location, within: Confines): Promise<LookedUpFile | string> {
  try {
    const real = await realpath(location, 'buffer');
    if (!real.equals(Buffer.from(within.root)) && !isInside(real, within)) return LEADS_OUT;
    const target = await stat(location);
    if (target.isDirectory()) return 'the link to a folder is not followed';
    if (!target.isFile()) return 'is no file and is not imported';
    await using file = await openRegularFile(location, within);
    return { location, stats: await file.stat({ bigint: true }) };
  } catch (error) {
    if (!(error instanceof CannotOpen)) return `the link leads nowhere (${codeOf(error)})`;
    if (error.reason === 'outside') return LEADS_OUT;
    return error.reason === 'unreadable' ? { location } : GONE;
  }
}
