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

/** What is in a folder, by name, without what is ignored. `folder` is its path below the folder of the import. */
export async function listEntries(location: Location, folder: string): Promise<readonly Entry[]> {
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
