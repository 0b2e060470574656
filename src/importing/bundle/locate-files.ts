import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { codeOf, isAbsence } from '../../system-errors.ts';
import { forEachAtOnce } from '../../waiting/at-once.ts';
import { type FaultList, show } from './faults.ts';
import type { NamedFile } from './known.ts';

/** A file that a bundle names, and that is there. */
export interface FileInBundle extends NamedFile {
  /** Where it really is, links resolved; inside the bundle. */
  readonly realPath: string;
  readonly size: number;
  /** Last change in whole epoch milliseconds. */
  readonly modified: number;
}

const AT_ONCE = 16;

/**
 * Looks up every named file. Adds a fault for each that is missing, is no plain file, or lies outside of the bundle once links
 * are resolved. An icon that isn't there is left out where `isShipped` knows it.
 */
export async function locateFiles(
  directory: string,
  named: ReadonlyMap<string, NamedFile>,
  options: { faults: FaultList; isShipped: (icon: string) => boolean; signal: AbortSignal },
): Promise<Map<string, FileInBundle>> {
  const { faults, isShipped, signal } = options;
  const root = await realpath(directory);
  const found = new Map<string, FileInBundle>();
  const problems = new Map<string, string>();
  await forEachAtOnce(named, { atOnce: AT_ONCE, signal }, async ([path, file]) => {
    const looked = await look(root, path);
    if (typeof looked !== 'string') found.set(path, { ...file, ...looked });
    else if (!(looked === MISSING && file.isIcon && isShipped(path))) problems.set(path, looked);
  });
  // In the order of the bundle, however the file system answers.
  for (const [path, { place }] of named) {
    const problem = problems.get(path);
    if (problem !== undefined) faults.add({ ...place, problem: `${show(path, 1000)} ${problem}` });
  }
  return found;
}

const MISSING = 'does not exist in the bundle';

async function look(
  root: string,
  path: string,
): Promise<Pick<FileInBundle, 'realPath' | 'size' | 'modified'> | string> {
  try {
    const realPath = await realpath(join(root, path));
    if (!realPath.startsWith(root.endsWith(sep) ? root : root + sep)) return 'leads out of the bundle';
    const stats = await stat(realPath);
    if (!stats.isFile()) return 'is not a file';
    return { realPath, size: stats.size, modified: Math.floor(stats.mtimeMs) };
  } catch (error) {
    return isAbsence(error) ? MISSING : `can't be read (${codeOf(error)})`;
  }
}
