import { lstat, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Changes, ImportedFrom } from '../../catalogue/catalogue.ts';

/** A folder as the catalogue knows it. */
interface Source {
  /** The absolute path under which it is known. */
  readonly root: string;
  readonly before: ImportedFrom;
}

/**
 * Finds the folder under the path that was given, so that a link may be made to lead to another folder with other versions
 * of the files (catalogue: a plain folder). Where a link is only on the way to it, it may be known by its real path.
 */
export async function findSource(directory: string, changes: Pick<Changes, 'importedFrom'>): Promise<Source> {
  const given = await knownPath(directory);
  const before = await changes.importedFrom(given);
  if (before.nodes.size > 0 || (await lstat(given)).isSymbolicLink()) return { root: given, before };
  const real = await realpath(directory);
  const other = await changes.importedFrom(real);
  return other.nodes.size > 0 ? { root: real, before: other } : { root: given, before };
}

/** Returns the absolute path as it was given, or the real one if they differ only as a system ignores differences. */
export async function knownPath(directory: string): Promise<string> {
  const given = resolve(directory);
  const real = await realpath(directory);
  return plain(given) === plain(real) ? real : given;
}

function plain(path: string): string {
  return path.normalize().toLowerCase();
}
