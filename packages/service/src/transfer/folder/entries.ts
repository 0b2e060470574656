import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { below, type Location, readName } from './location.ts';

/** Something in a folder. */
export interface Entry {
  readonly name: string;
  /** Below the folder of the import, with `/`. */
  readonly path: string;
  readonly location: Location;
  readonly dirent: Dirent<Buffer>;
}

/** True for what no import takes, whatever it is: hidden files and folders, and what file managers leave behind. */
export function isIgnored(name: string): boolean {
  return name.startsWith('.') || name.toLowerCase() === 'thumbs.db';
}

/** What is in a folder. */
export interface Listing {
  /** By name, without what is ignored. */
  readonly entries: readonly Entry[];
  /** Paths of entries whose names in bytes read like the name of another one, which alone is in the list. */
  readonly doubled: readonly string[];
}

/** Lists a folder; `folder` is its path below the folder of the import. */
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
    // A name in bytes may read like another one; what is written out goes first.
    if (isTaken && !isUtf8(dirent.name)) continue;
    entries.set(name, { name, path, location: below(location, dirent.name), dirent });
  }
  return { entries: [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1)), doubled };
}
