import { realpath } from 'node:fs/promises';
import type { Catalogue, CatalogueWriter } from '../../catalogue/catalogue.ts';
import type { EpochMs } from '../../domain/model.ts';
import type { FileIntake } from '../files.ts';
import { removeUnused } from '../journal.ts';
import { realFoldersBelow } from './location.ts';
import { prune } from './prune.ts';
import { readFiles } from './read-files.ts';
import { walk } from './walk.ts';
import { writeFolder } from './write-folder.ts';

export interface FolderImport extends FileIntake {
  /** The folder to import. */
  readonly directory: string;
  /** Folders below it that are left out, such as the one that holds the catalogue. */
  readonly except?: readonly string[];
  readonly catalogue: Catalogue;
  readonly writer: CatalogueWriter;
  /** Removes assets and folders that have vanished. */
  readonly prune: boolean;
  readonly now: () => EpochMs;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number, path: string) => void;
  readonly onWarning: (line: string) => void;
  /** Awaited before the one transaction begins, which blocks the process until it has landed. */
  readonly beforeWriting?: () => Promise<void>;
}

/** Assets, by what became of them. */
export interface FolderImported {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
}

/**
 * Imports a folder, or updates what an earlier import of it made (catalogue: a plain folder). Everything is read before
 * the one transaction, which lands whole or not at all. Files are never written to.
 */
export async function importFolder(options: FolderImport): Promise<FolderImported> {
  const { catalogue, writer, binaries, now, signal, onWarning, onProgress } = options;
  const root = await realpath(options.directory);
  const within = { root, excluded: await realFoldersBelow(root, options.except ?? []) };
  const found = await walk(within, signal);
  for (const warning of found.warnings) onWarning(warning);

  const before = await writer.change((changes) => changes.importedFrom(root));
  const toRead = found.files.filter(({ path, stamp }) => stamp === '' || before.assets.get(path)?.stamp !== stamp);
  let done = 0;
  using read = await readFiles(toRead, options, {
    within,
    signal,
    onWarning,
    onRead: (path) => {
      done += 1;
      onProgress(done, toRead.length, path);
    },
  });
  await options.beforeWriting?.();
  signal.throwIfAborted();

  const unused: string[] = [];
  const counts = await writer.change((changes) => {
    const known = changes.importedFrom(root);
    // The write lock is held, so this is the newest state.
    const model = catalogue.model();
    const written = writeFolder(root, found, { toRead, read: read.inOrder() }, { changes, known, model, now: now() });
    if (!options.prune) return { ...written, removed: 0 };
    const { assets, files } = prune(found, { changes, known, model });
    // Noted before the commit: should the process die after it, the next start clears them away.
    for (const key of files) options.remember(key);
    unused.push(...files);
    return { ...written, removed: assets };
  });
  await removeUnused(unused, { writer, binaries });
  return counts;
}
