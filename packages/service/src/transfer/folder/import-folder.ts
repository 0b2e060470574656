import type { EpochMs } from '../../../../core/src/domain/model.ts';
import type { Catalogue, CatalogueWriter } from '../../catalogue/catalogue.ts';
import type { ImportLock } from '../../catalogue/imports.ts';
import type { OriginalsReport } from '../remove-unused-originals.ts';
import type { FileStorage } from '../store-file.ts';
import { type Comparison, compare } from './away.ts';
import type { FileSource } from './file-source.ts';
import type { FoundFile } from './found-file.ts';
import { type PruneMode, prune } from './prune.ts';
import { readFiles } from './read-files.ts';
import { findSource } from './source-path.ts';
import { fitTable } from './table.ts';
import { writeFolder } from './write-folder.ts';

export interface FolderImport extends FileStorage, OriginalsReport {
  readonly source: FileSource;
  readonly catalogue: Catalogue;
  readonly writer: CatalogueWriter;
  readonly lock: ImportLock;
  /** Patterns of what to leave out, besides those of the folder itself. */
  readonly exclude?: readonly string[];
  readonly prune: PruneMode;
  /** Rows of a table with metadata of the files. */
  readonly table?: readonly (readonly string[])[];
  /** True to read nothing and change nothing, and only count what an import would do. */
  readonly isDryRun?: boolean;
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
  /** Number of rows, columns and cells of the table that fit nothing. */
  readonly unfit?: number;
  /** Why nothing was removed although it was asked for, as a sentence; absent if all went well. */
  readonly kept?: string;
}

/**
 * Imports a folder, or updates the result of an earlier import (catalogue: a plain folder). Reads everything before the
 * one transaction, which commits completely or not at all. Never writes to the folder's files.
 */
export async function importFolder(options: FolderImport): Promise<FolderImported> {
  const { catalogue, writer, lock, now, signal, onWarning, onProgress } = options;
  const { source } = options;
  const walked = await source.list({ exclude: options.exclude ?? [], signal });
  for (const warning of walked.warnings) onWarning(warning);
  const { files, unfit } = await withTable(walked.files, options);
  const found = { ...walked, files };

  const { root, before } = await writer.change((changes) => findSource(source.paths, changes));
  const toRead = found.files.filter(({ path, stamp }) => stamp === '' || before.assets.get(path)?.stamp !== stamp);
  if (options.isDryRun) {
    const { goneFiles, mayBeAway } = compare(found, before);
    const isPruned = options.prune === 'all' || (options.prune === 'deleted' && !mayBeAway);
    const added = toRead.filter(({ path }) => !before.assets.has(path)).length;
    const counts = { added, changed: toRead.length - added, unchanged: files.length - toRead.length };
    return { ...counts, removed: isPruned ? goneFiles.length : 0, ...unfit };
  }
  let done = 0;
  await using read = await readFiles(toRead, options, {
    source,
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
      return { ...written, removed: pruned.assets, ...unfit, ...(isKept ? { kept: sayAway(comparison) } : {}) };
    },
    { lock },
  );
}

/** Returns the files with the rows of the table, and how much of it fits nothing. */
async function withTable(
  files: readonly FoundFile[],
  { table, catalogue, onWarning }: FolderImport,
): Promise<{ readonly files: readonly FoundFile[]; readonly unfit: Pick<FolderImported, 'unfit'> }> {
  if (table === undefined) return { files, unfit: {} };
  const { rows, problems } = fitTable(table, files, (await catalogue.snapshot()).model);
  for (const problem of problems) onWarning(`table: ${problem}`);
  const withRows = files.map((file) => {
    const row = rows.get(file.path);
    return row === undefined ? file : { ...file, row, stamp: file.stamp === '' ? '' : `${file.stamp} ${row.mark}` };
  });
  return { files: withRows, unfit: { unfit: problems.length } };
}

function sayAway({ missing, known, reasons }: Comparison): string {
  return `nothing is removed: ${missing} of ${known} known files are missing, and ${reasons.join(', ')}; if they were deleted, --prune=all removes them`;
}
