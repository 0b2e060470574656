import type { Confines } from '../../../../core/src/platform/confines.ts';
import { realFolder } from '../../../../core/src/platform/open-folder.ts';
import type { FoundFile } from './found-file.ts';
import { type Location, realFoldersBelow } from './location.ts';
import { openSidecarCopies } from './sidecar-copies.ts';
import { possiblePaths } from './source-path.ts';
import { type FoundFolder, walkFolder } from './walk.ts';

/** A file that can be read at a path. Disposing removes copies that were made for it. */
interface TakenFile extends AsyncDisposable {
  readonly location: Location;
  /** Where it must lie after links are resolved. */
  readonly within: Confines;
  /** Path of a copy of its sidecar. */
  readonly sidecar?: string;
  /** Why its sidecar can't be read, as the end of a sentence. */
  readonly sidecarProblem?: string;
}

/** What an import of files reads: a folder of this machine, or a bucket. */
export interface FileSource extends Disposable {
  /** The paths under which it may be known, the likeliest first. */
  readonly paths: readonly [string, ...string[]];
  /** Lists folders and files (catalogue: a plain folder). */
  list(how: { readonly exclude: readonly string[]; readonly signal: AbortSignal }): Promise<FoundFolder>;
  /** Makes a file readable. Rejects with CannotTakeFile if it is at fault. */
  take(file: FoundFile, signal: AbortSignal): Promise<TakenFile>;
}

/** Opens a folder of this machine; folders below it in `except` are left out. */
export async function openFolderSource(directory: string, except: readonly string[] = []): Promise<FileSource> {
  const root = await realFolder(directory);
  const within = { root, excluded: await realFoldersBelow(root, except) };
  const paths = await possiblePaths(directory);
  const sidecars = openSidecarCopies(within);
  return {
    paths,
    list: (how) => walkFolder(within, how),
    take: async ({ location, sidecar }, signal) => {
      const copy = sidecar === undefined ? undefined : await sidecars.copy(sidecar, signal);
      return {
        location,
        within,
        ...(copy?.path === undefined ? {} : { sidecar: copy.path }),
        ...(copy?.problem === undefined ? {} : { sidecarProblem: copy.problem }),
        [Symbol.asyncDispose]: async () => await copy?.[Symbol.asyncDispose](),
      };
    },
    [Symbol.dispose]: () => sidecars[Symbol.dispose](),
  };
}
