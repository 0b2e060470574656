import { forEachWithLimit } from '../../../../core/src/concurrency/for-each-with-limit.ts';
import type { Confines } from '../../../../core/src/platform/confines.ts';
import { type OpenFolder, openFolder } from '../../../../core/src/platform/open-folder.ts';
import { codeOf } from '../../../../core/src/platform/system-errors.ts';
import { show } from '../bundle/faults.ts';
import { type Entry, GONE, type Listing, type LookedUpFile, listEntries, lookUp } from './folder-entries.ts';
import { type FoundFile, foundFile } from './found-file.ts';
import { openIgnoreRules } from './ignore-rules.ts';
import { isIgnoredName, RULES_FILE } from './ignored-names.ts';
import type { Location } from './location.ts';
import { readRules } from './rules-file.ts';
import { pairSidecars } from './sidecars.ts';

export interface FoundFolder {
  /** Paths below the imported folder, separated by `/`, parents before children; the folder itself is ''. */
  readonly folders: readonly string[];
  readonly files: readonly FoundFile[];
  /** Folders that can't be read at the moment; nothing below them counts as removed. */
  readonly closed: readonly string[];
  /**
   * Device and inode of the imported folder, or a hash of the server of a bucket; absent if another took its place while it
   * was read.
   */
  readonly identity?: string;
  /** True if the imported folder has no entries but those that systems put there. */
  readonly isBare: boolean;
  /** One sentence for each entry that was skipped. */
  readonly warnings: readonly string[];
  /** True if imports leave out a file with this path, or a folder above it. */
  isIgnored(path: string): boolean;
}

/**
 * Maximum depth of folders, because node trees end at 1,000 levels (interface decisions 3). Deeper ones are skipped.
 */
export const MAX_LEVELS = 999;
const AT_ONCE = 16;
/** Errors of a folder whose place, or whose parent's, something else has taken. */
const REPLACED: ReadonlySet<string> = new Set(['EXDEV', 'ELOOP', 'ENOTDIR']);
export const UNCLEAR =
  'several files have this name, so it is read for none of them; name it like one of them, as in a.jpg.xmp';

interface Waiting {
  readonly path: string;
  readonly location: Location;
  readonly level: number;
}

/**
 * Lists what a folder import reads (catalogue: a plain folder): every directory, and every file except sidecars and what
 * imports leave out. Follows links only to files inside the folder. Reads folders through their descriptors, so it never
 * leaves the folder or runs into a cycle, whatever is renamed meanwhile.
 */
export async function walkFolder(
  within: Required<Confines>,
  { exclude, signal }: { readonly exclude: readonly string[]; readonly signal: AbortSignal },
): Promise<FoundFolder> {
  const { root, excluded } = within;
  const folders: string[] = [];
  const files: FoundFile[] = [];
  const closed: string[] = [];
  const warnings: string[] = [];
  const rules = openIgnoreRules(exclude);
  const warn = (path: string, what: string) => warnings.push(`${show(path === '' ? '.' : path, 4096)}: ${what}`);
  const waiting: Waiting[] = [{ path: '', location: root, level: 1 }];
  let identity = '';
  let isBare = false;

  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted();
    await using stack = new AsyncDisposableStack();
    let listing: Listing;
    try {
      const opened = stack.use(await openFolder(folder.location, within));
      if (folder.path === '') identity = identityOf(opened);
      listing = await listEntries(opened.path, folder);
    } catch (error) {
      if (folder.path === '') throw new Error(`${root} can't be read`, { cause: error });
      const code = codeOf(error);
      if (code === 'ENOENT') continue;
      close(
        folder.path,
        REPLACED.has(code) ? 'the folder was replaced while it was read' : `the folder can't be read (${code})`,
      );
      continue;
    }
    if (folder.path === '') isBare = listing.entries.length === 0;
    await readEntries(folder, listing);
  }
  const isSame = (await identityNow(within)) === identity;
  return {
    folders,
    files,
    closed,
    ...(isSame ? { identity } : {}),
    isBare,
    warnings,
    isIgnored: (path) => path.split('/').some(isIgnoredName) || rules.has(path, 'file'),
  };

  function close(path: string, what: string): void {
    folders.push(path);
    closed.push(path);
    warn(path, what);
  }

  async function readEntries(folder: Waiting, listing: Listing): Promise<void> {
    if (listing.hasRules) {
      const { text, problem, isUnknown } = await readRules(folder.location, within, signal);
      if (isUnknown) return close(folder.path, `its ${RULES_FILE} ${problem}, so nothing of this folder is imported`);
      if (problem !== undefined) warn(folder.path, `its ${RULES_FILE} ${problem}`);
      if (text !== undefined) rules.add(folder.path, text);
    }
    folders.push(folder.path);
    const isLeftOut = (entry: Entry) => rules.has(entry.path, isFolder(entry) ? 'folder' : 'file');
    const { left: leftOut = [], kept: entries = [] } = Object.groupBy(listing.entries, (entry) =>
      isLeftOut(entry) ? 'left' : 'kept',
    );

    const { level } = folder;
    const [inside, others] = [entries.filter(isFolder), entries.filter((entry) => !isFolder(entry))];
    for (const { path, location } of inside.reverse()) {
      if (excluded.includes(String(location))) continue;
      if (level < MAX_LEVELS) waiting.push({ path, location, level: level + 1 });
      else warn(path, `lies deeper than ${MAX_LEVELS} folders and is not imported`);
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
    const absent = leftOut.filter((entry) => !isFolder(entry)).map(({ name }) => name);
    const sidecars = pairSidecars([...places.keys()], absent);
    for (const { name, path } of others) {
      if (sidecars.unclear.has(name)) warn(path, UNCLEAR);
      const place = places.get(name);
      if (place === undefined || sidecars.names.has(name)) continue;
      files.push(foundFile(path, name, place, places.get(sidecars.of.get(name) ?? '')));
    }
  }
}

function isFolder({ dirent }: Entry): boolean {
  return dirent.isDirectory();
}

function identityOf({ stats }: OpenFolder): string {
  return `${stats.dev}-${stats.ino}`;
}

async function identityNow(within: Confines): Promise<string | undefined> {
  try {
    await using opened = await openFolder(within.root, within);
    return identityOf(opened);
  } catch {
    return undefined;
  }
}
