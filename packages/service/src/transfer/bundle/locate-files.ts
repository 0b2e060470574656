import { join } from 'node:path';
import { forEachWithLimit } from '../../../../core/src/concurrency/for-each-with-limit.ts';
import { CannotOpen, openRegularFile } from '../../../../core/src/platform/regular-file.ts';
import { fileProblem } from '../file-problem.ts';
import { type FaultList, show } from './faults.ts';
import type { NamedFile } from './object-registry.ts';

/** A file that a bundle names and contains. */
export interface FileInBundle extends NamedFile {
  /** Modification time in whole epoch milliseconds. */
  readonly modified: number;
}

const AT_ONCE = 16;

/**
 * Looks up every named file below the bundle's real path. Adds a fault for each file that is missing, isn't a regular
 * file, isn't readable, or lies outside the bundle after links are resolved. Omits a missing icon if `isShipped` knows
 * it.
 */
export async function locateFiles(
  root: string,
  named: ReadonlyMap<string, NamedFile>,
  options: { faults: FaultList; isShipped: (icon: string) => boolean; signal: AbortSignal },
): Promise<Map<string, FileInBundle>> {
  const { faults, isShipped, signal } = options;
  const modified = new Map<string, number>();
  const problems = new Map<string, string>();
  await forEachWithLimit(named, { atOnce: AT_ONCE, signal }, async ([path, file]) => {
    try {
      await using opened = await openRegularFile(join(root, path), { root });
      modified.set(path, Math.floor((await opened.stat()).mtimeMs));
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      const isLeftOut = error.reason === 'missing' && file.isIcon && isShipped(path);
      if (!isLeftOut) problems.set(path, fileProblem(error, 'bundle'));
    }
  });
  // Restores the order of the bundle, because the lookups finish in any order.
  const found = new Map<string, FileInBundle>();
  for (const [path, file] of named) {
    const problem = problems.get(path);
    const time = modified.get(path);
    if (problem !== undefined) faults.add({ ...file.place, problem: `${show(path, 1000)} ${problem}` });
    if (time !== undefined) found.set(path, { ...file, modified: time });
  }
  return found;
}
