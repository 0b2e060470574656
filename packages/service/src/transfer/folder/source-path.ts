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
 * Returns the paths under which a folder may be known, the likeliest first: the path that was given, so that a link may be
 * made to lead to another folder with other versions of the files (catalogue: a plain folder). Where a link is only on the
 * way to it, it may be known by its real path.
 */
export async function possiblePaths(directory: string): Promise<readonly [string, ...string[]]> {
  const given = resolve(directory);
  if ((await lstat(given)).isSymbolicLink()) return [given];
  const real = await realpath(directory);
  // The same path, spelt as a system allows that ignores case.
  return plain(given) === plain(real) ? [real] : [given, real];
}

/** Finds the first of the paths under which something is known, or else the first. */
export async function findSource(
  [first, ...others]: readonly [string, ...string[]],
  changes: Pick<Changes, 'importedFrom'>,
): Promise<Source> {
  const before = await changes.importedFrom(first);
  for (const root of before.nodes.size > 0 ? [] : others) {
    const other = await changes.importedFrom(root);
    if (other.nodes.size > 0) return { root, before: other };
  }
  return { root: first, before };
}

function plain(path: string): string {
  return path.normalize().toLowerCase();
}
