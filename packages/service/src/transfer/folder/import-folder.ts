import { realpath } from 'node:fs/promises';
import type { Catalogue, CatalogueWriter } from '../../catalogue/catalogue.ts';
import type { ImportLock } from '../../catalogue/imports.ts';
import type { EpochMs } from '../../domain/model.ts';
import type { OriginalsReport } from '../remove-unused-originals.ts';
import type { FileStorage } from '../store-file.ts';
import { realFoldersBelow } from './location.ts';
import { prune } from './prune.ts';
import { readFiles } from './read-files.ts';
import { walkFolder } from './walk.ts';
import { writeFolder } from './write-folder.ts';

export interface FolderImport extends FileStorage, OriginalsReport {
  readonly directory: string;
  /** Folders below `directory` to skip, such as the one with the catalogue. */
  readonly except?: readonly string[];
  readonly catalogue: Catalogue;
  readonly writer: CatalogueWriter;
  readonly lock: ImportLock;
  /** True to remove the assets and nodes of files and folders that have disappeared. */
  readonly prune: boolean;
  readonly now: () => EpochMs;
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
}

/**
 * Imports a folder, or updates the result of an earlier import (catalogue: a plain folder). Reads everything before the
 * one transaction, which commits completely or not at all. Never writes to the folder's files.
 */
export async function importFolder(options: FolderImport): Promise<FolderImported> {
  const { catalogue, writer, lock, now, signal, onWarning, onProgress } = options;
  const root = await realpath(options.directory);
  const within = { root, excluded: await realFoldersBelow(root, options.except ?? []) };
  const found = await walkFolder(within, signal);
  for (const warning of found.warnings) onWarning(warning);

  const before = await writer.change((changes) => changes.importedFrom(root));
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
      const written = await writeFolder(
        root,
        found,
        { toRead, read: read.inOrder() },
        { changes, known, model, now: now() },
      );
      const pruned = options.prune ? await prune(found, { changes, known, model }) : { assets: 0, files: [] };
      for (const key of pruned.files) await options.onUnusedOriginal(key);
      await options.beforeCommit?.();
      return { ...written, removed: pruned.assets };
    },
    { lock },
  );
}
