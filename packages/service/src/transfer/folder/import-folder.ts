import type { EpochMs } from '../../../../core/src/domain/model.ts';
import { realFolder } from '../../../../core/src/platform/open-folder.ts';
import type { Catalogue, CatalogueWriter } from '../../catalogue/catalogue.ts';
import type { ImportLock } from '../../catalogue/imports.ts';
import type { OriginalsReport } from '../remove-unused-originals.ts';
import type { FileStorage } from '../store-file.ts';
import { type Comparison, compare } from './away.ts';
import { realFoldersBelow } from './location.ts';
import { type PruneMode, prune } from './prune.ts';
import { readFiles } from './read-files.ts';
import { findSource, possiblePaths } from './source-path.ts';
import { walkFolder } from './walk.ts';
import { writeFolder } from './write-folder.ts';

export interface FolderImport extends FileStorage, OriginalsReport {
  readonly directory: string;
  /** Folders below `directory` to skip, such as the one with the catalogue. */
  readonly except?: readonly string[];
  readonly catalogue: Catalogue;
  readonly writer: CatalogueWriter;
  readonly lock: ImportLock;
  /** Patterns of what to leave out, besides those of the folder itself. */
  readonly exclude?: readonly string[];
  readonly prune: PruneMode;
  readonly now: () => EpochMs;
  /** Zone in which days begin and end; default: UTC. */
  readonly timeZone?: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number, path: string) => void;
  readonly onWarning: (line: string) => void;
  /** Awaited before the transaction commits, which blocks the process for some time. */
  readonly beforeCommit?: () => Promise<void>;
}

/** Number of assets by outcome. */
export interface FolderImported {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Why nothing was removed although it was asked for, as a sentence; absent if all went well. */
  readonly kept?: string;
}

/**
 * Imports a folder, or updates the result of an earlier import (catalogue: a plain folder). Reads everything before the
 * one transaction, which commits completely or not at all. Never writes to the folder's files.
 */
export async function importFolder(options: FolderImport): Promise<FolderImported> {
  const { catalogue, writer, lock, now, signal, onWarning, onProgress } = options;
  const folder = await realFolder(options.directory);
  const within = { root: folder, excluded: await realFoldersBelow(folder, options.except ?? []) };
  const found = await walkFolder(within, { exclude: options.exclude ?? [], signal });
  for (const warning of found.warnings) onWarning(warning);

  const paths = await possiblePaths(options.directory);
  const { root, before } = await writer.change((changes) => findSource(paths, changes));
  const toRead = found.files.filter(({ path, stamp }) => stamp === '' || before.assets.get(path)?.stamp !== stamp);
  let done = 0;
  await using read = await readFiles(toRead, options, {
    within,
    signal,
    onWarning,
    onRead: (path) => {
      done += 1;
      onProgress(done, toRead.length, path);
    },
  });
  signal.throwIfAborted();

  return await writer.change(
    async (changes) => {
      const known = await changes.importedFrom(root);
      // Other writers wait for the transaction, so this is the newest state.
      const { model } = await catalogue.snapshot({ atLeast: await changes.revision() });
      const comparison = compare(found, known);
      const isKept = options.prune === 'deleted' && comparison.mayBeAway;
      const isPruned = options.prune !== 'nothing' && !isKept;
      const isSettled = !isKept && (comparison.isFamiliar || options.prune === 'all');
      const { timeZone = 'UTC' } = options;
      const target = { changes, known, model, now: now(), timeZone, onWarning };
      const written = await writeFolder(
        { root, ...(isSettled && found.identity !== undefined ? { identity: found.identity } : {}) },
        found,
        { toRead, read: read.inOrder() },
        target,
      );
      const pruned = isPruned ? await prune(comparison, target) : { assets: 0, files: [] };
      for (const key of pruned.files) await options.onUnusedOriginal(key);
      await options.beforeCommit?.();
      return { ...written, removed: pruned.assets, ...(isKept ? { kept: sayAway(comparison) } : {}) };
    },
    { lock },
  );
}

function sayAway({ missing, known, reasons }: Comparison): string {
  return `nothing is removed: ${missing} of ${known} known files are missing, and ${reasons.join(', ')}; if they were deleted, --prune=all removes them`;
}
