import { forEachWithLimit } from '../../concurrency/for-each-with-limit.ts';
import type { Confines } from '../../platform/regular-file.ts';
import { codeOf } from '../../platform/system-errors.ts';
import { show } from '../bundle/faults.ts';
import { type Entry, GONE, type Listing, type LookedUpFile, listEntries, lookUp } from './entries.ts';
import { type FoundFile, foundFile } from './found-file.ts';
import type { Location } from './location.ts';
import { pairSidecars } from './sidecars.ts';

export interface FoundFolder {
  /** Paths below the imported folder, separated by `/`, parents before children; the folder itself is ''. */
  readonly folders: readonly string[];
  readonly files: readonly FoundFile[];
  /** Folders that can't be read at the moment; nothing below them counts as removed. */
  readonly closed: readonly string[];
  /** One sentence for each entry that was skipped. */
  readonly warnings: readonly string[];
}

/**
 * Maximum depth of folders, because node trees end at 1,000 levels (interface decisions 3). Deeper ones are skipped.
 */
const MOST_LEVELS = 999;
const AT_ONCE = 16;
const UNCLEAR =
  'several files have this name, so it is read for none of them; name it like one of them, as in a.jpg.xmp';

/**
 * Lists what a folder import reads (catalogue: a plain folder): every directory, and every file except hidden ones,
 * `Thumbs.db` and sidecars. Follows links only to files inside the folder, so it never leaves the folder or runs into a
 * cycle.
 */
export async function walkFolder(within: Required<Confines>, signal: AbortSignal): Promise<FoundFolder> {
  const { root, excluded } = within;
  const folders: string[] = [];
  const files: FoundFile[] = [];
  const closed: string[] = [];
  const warnings: string[] = [];
  const warn = (path: string, what: string) => warnings.push(`${show(path, 4096)}: ${what}`);
  const waiting: { path: string; location: Location; level: number }[] = [{ path: '', location: root, level: 1 }];

  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted();
    let listing: Listing;
    try {
      listing = await listEntries(folder.location, folder.path);
    } catch (error) {
      if (folder.path === '') throw new Error(`${root} can't be read`, { cause: error });
      if (codeOf(error) === 'ENOENT') continue;
      folders.push(folder.path);
      closed.push(folder.path);
      warn(folder.path, `the folder can't be read (${codeOf(error)})`);
      continue;
    }
    folders.push(folder.path);

    const { entries, doubled } = listing;
    for (const path of doubled)
      warn(path, 'another name, in bytes that are no UTF-8, reads the same and is not imported');
    const { level } = folder;
    const [inside, others] = [entries.filter(isFolder), entries.filter((entry) => !isFolder(entry))];
    for (const { path, location } of inside.reverse()) {
      if (excluded.includes(String(location))) continue;
      if (level < MOST_LEVELS) waiting.push({ path, location, level: level + 1 });
      else warn(path, `lies deeper than ${MOST_LEVELS} folders and is not imported`);
    }

    const looked = new Map<string, LookedUpFile | string>();
    await forEachWithLimit(others, { atOnce: AT_ONCE, signal }, async (entry) => {
      looked.set(entry.name, await lookUp(entry, within));
    });
    const places = new Map<string, LookedUpFile>();
    for (const { name, path } of others) {
      const found = looked.get(name);
      if (typeof found === 'object') places.set(name, found);
      else if (found !== undefined && found !== GONE) warn(path, found);
    }
    const sidecars = pairSidecars([...places.keys()]);
    for (const { name, path } of others) {
      if (sidecars.unclear.has(name)) warn(path, UNCLEAR);
      const place = places.get(name);
      if (place === undefined || sidecars.names.has(name)) continue;
      files.push(foundFile(path, name, place, places.get(sidecars.of.get(name) ?? '')));
    }
  }
  return { folders, files, closed, warnings };
}

function isFolder({ dirent }: Entry): boolean {
  return dirent.isDirectory();
}
