import { isUtf8 } from 'node:buffer';
import type { BigIntStats, Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import type { EpochMs } from '../../domain/model.ts';
import { forEachAtOnce } from '../at-once.ts';
import { show } from '../bundle/faults.ts';
import { below, type Location, readName } from './location.ts';
import { pairSidecars } from './sidecars.ts';

/** A file that becomes an asset. */
export interface FoundFile {
  /** Below the folder given, with `/`. */
  readonly path: string;
  readonly name: string;
  readonly location: Location;
  /** Where its sidecar is, if it has one. */
  readonly sidecar?: Location;
  /** Changes whenever the file or its sidecar may have changed; '' where that can't be told, so that it has to be read. */
  readonly stamp: string;
  readonly size: number;
  /** Absent where nothing about the file can be told. */
  readonly modified?: EpochMs;
}

export interface FoundFolder {
  /** Paths below the folder given, with `/`, each after the one above it; the folder itself is ''. */
  readonly folders: readonly string[];
  readonly files: readonly FoundFile[];
  /** Folders whose content can't be told just now: nothing below them has vanished. */
  readonly closed: readonly string[];
  /** One sentence for each thing that was passed over. */
  readonly warnings: readonly string[];
}

interface WalkOptions {
  /** Absolute real paths of folders that are left out. */
  readonly except: readonly string[];
  readonly signal: AbortSignal;
}

/** Deeper folders are passed over: node trees end at 1,000 levels (decisions: node trees). */
const MOST_LEVELS = 999;
const AT_ONCE = 16;
/** A file may change twice within one tick of its file system's clock without another time showing. */
const TICK_MS = 100;

/**
 * Lists what a folder import takes (catalogue: a plain folder): every directory, every file but hidden ones, `Thumbs.db` and
 * sidecars. Links are followed to files inside the folder alone, so nothing outside is reached and no way leads in circles.
 * `root` is a real path.
 */
export async function walk(root: string, { except, signal }: WalkOptions): Promise<FoundFolder> {
  const folders: string[] = [];
  const files: FoundFile[] = [];
  const closed: string[] = [];
  const warnings: string[] = [];
  const warn = (path: string, what: string) => warnings.push(`${show(path, 4096)}: ${what}`);
  const waiting: { path: string; location: Location; level: number }[] = [{ path: '', location: root, level: 1 }];

  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted();
    let entries: readonly Entry[];
    try {
      entries = await list(folder.location, folder.path);
    } catch (error) {
      if (folder.path === '') throw new Error(`${root} can't be read`, { cause: error });
      if (codeOf(error) === 'ENOENT') continue;
      folders.push(folder.path);
      closed.push(folder.path);
      warn(folder.path, `the folder can't be read (${codeOf(error)})`);
      continue;
    }
    folders.push(folder.path);

    const { level } = folder;
    const [inside, others] = [entries.filter(isFolder), entries.filter((entry) => !isFolder(entry))];
    for (const { path, location } of inside.reverse()) {
      if (except.includes(String(location))) continue;
      if (level < MOST_LEVELS) waiting.push({ path, location, level: level + 1 });
      else warn(path, `lies deeper than ${MOST_LEVELS} folders and is not imported`);
    }

    const looked = new Map<string, Place | string>();
    await forEachAtOnce(others, { atOnce: AT_ONCE, signal }, async (entry) => {
      looked.set(entry.name, await look(entry, { root, except }));
    });
    const places = new Map<string, Place>();
    for (const { name, path } of others) {
      const found = looked.get(name);
      if (typeof found === 'object') places.set(name, found);
      else if (found !== undefined && found !== GONE) warn(path, found);
    }
    const sidecars = pairSidecars([...places.keys()]);
    for (const { name, path } of others) {
      const place = places.get(name);
      if (place === undefined || sidecars.names.has(name)) continue;
      files.push(foundFile(path, name, place, places.get(sidecars.of.get(name) ?? '')));
    }
  }
  return { folders, files, closed, warnings };
}

/** True for what no import takes, whatever it is: hidden files and folders, and what file managers leave behind. */
export function isIgnored(name: string): boolean {
  return name.startsWith('.') || name.toLowerCase() === 'thumbs.db';
}

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly location: Location;
  readonly dirent: Dirent<Buffer>;
}

function isFolder({ dirent }: Entry): boolean {
  return dirent.isDirectory();
}

async function list(location: Location, folder: string): Promise<readonly Entry[]> {
  const dirents = await readdir(location, { withFileTypes: true, encoding: 'buffer' });
  const entries = new Map<string, Entry>();
  for (const dirent of dirents) {
    const name = readName(dirent.name);
    const path = folder === '' ? name : `${folder}/${name}`;
    // A name in bytes may read like another one; what is written out goes first.
    const isTaken = entries.has(name) && !isUtf8(dirent.name);
    if (!isIgnored(name) && !isTaken) entries.set(name, { name, path, location: below(location, dirent.name), dirent });
  }
  return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A file that is there. `facts` are absent where it can't be asked. */
interface Place {
  readonly location: Location;
  readonly facts?: BigIntStats;
}

const GONE = 'has gone';

/** The file, or why it is none. */
async function look(
  { location, dirent }: Entry,
  { root, except }: { root: string; except: readonly string[] },
): Promise<Place | string> {
  try {
    if (dirent.isSymbolicLink()) {
      const target = await realpath(location);
      if (!isWithin(target, root) || except.some((folder) => isWithin(target, folder))) {
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

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function foundFile(path: string, name: string, { location, facts }: Place, sidecar: Place | undefined): FoundFile {
  const stamps = [facts, ...(sidecar ? [sidecar.facts] : [])].map(stampOf);
  return {
    path,
    name,
    location,
    ...(sidecar === undefined ? {} : { sidecar: sidecar.location }),
    stamp: stamps.includes('') ? '' : stamps.join(' '),
    size: Number(facts?.size ?? 0),
    ...(facts === undefined ? {} : { modified: modifiedOf(facts) }),
  };
}

/** What tools that compare folders go by; the inode tells a file that was moved over another. */
function stampOf(facts: BigIntStats | undefined): string {
  if (facts === undefined || Math.abs(Date.now() - Number(facts.ctimeMs)) < TICK_MS) return '';
  const { size, mtimeNs, ctimeNs, ino } = facts;
  return [size, mtimeNs, ctimeNs, ino].join('-');
}

const FIRST_DAY = Date.parse('0001-01-01T00:00:00Z');
const LAST_DAY = Date.parse('9999-12-31T00:00:00Z');

/** File systems keep years that no date can be written in. */
function modifiedOf({ mtimeNs }: BigIntStats): EpochMs {
  return Math.round(Math.min(LAST_DAY, Math.max(FIRST_DAY, Number(mtimeNs) / 1e6)));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
