/** What a backup is made of: databases in files like those of a data folder, whatever holds them otherwise, and originals. */
import { hash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openOriginalsFolder, pathInFolder } from '../../../core/src/originals/folder.ts';
import { tokensPath } from '../auth/token-list-folder.ts';
import { databasePath } from '../catalogue/sqlite/database.ts';
import { openImportsInFolder } from '../catalogue/sqlite/imports.ts';
import { readSavedCatalogue, saveDatabase } from '../catalogue/sqlite/saved.ts';
import type { BackupStore, Saved } from '../transfer/backup/backup-store.ts';
import { copyCatalogue } from '../transfer/copy/copy-catalogue.ts';
import { lockImports } from '../transfer/import-lock.ts';
import { carryWebhooks } from './carry-webhooks.ts';
import { copyTokens } from './copy-tokens.ts';
import { openStorage, type Storage, type StorageSettings } from './storage.ts';

/** Opens the files in the folder of a backup. */
export function openBackupStore(directory: string): BackupStore {
  const folder = join(directory, 'originals');
  const originals = openOriginalsFolder({ directory: folder });
  return {
    directory,
    originals,
    pathOf: (key) => join(folder, pathInFolder(key)),
    readSaved: (name) => readSavedCatalogue(join(directory, name)),
    [Symbol.asyncDispose]: () => originals[Symbol.asyncDispose](),
  };
}

/** Locks the folder of a backup against others into the same folder. Rejects if one is running. */
export async function lockBackup(directory: string): Promise<AsyncDisposable> {
  const lock = await openImportsInFolder(directory).tryLock();
  if (!lock) throw new Error(`another backup into ${directory} is running`);
  return lock;
}

/**
 * Returns a fingerprint of the catalogue and the tokens, so that nothing is copied in vain; undefined where a copy takes no longer
 * than the comparison.
 */
export async function stateOf(storage: Storage): Promise<string | undefined> {
  const rows = await storage.writtenRows();
  if (rows === undefined) return undefined;
  const { log } = await storage.catalogue.snapshot();
  return hash('sha256', `${await log.key()} ${rows}`);
}

/** Saves the catalogue and the tokens as they are now into an empty folder, and returns what the catalogue names. */
export async function saveDatabases(
  settings: StorageSettings,
  storage: Storage,
  { to, ...how }: { readonly to: string; readonly signal: AbortSignal; onProgress(objects: number): void },
): Promise<Saved> {
  const isInDatabase = settings.catalogue?.url != null;
  const data = isInDatabase ? join(to, 'copying') : settings.data;
  if (isInDatabase) await copyDatabases(storage, { data }, how);
  // From a copy, too: what was written last may be in a log beside it.
  for (const pathIn of [databasePath, tokensPath])
    if (existsSync(pathIn(data))) await saveDatabase(pathIn(data), pathIn(to));
  if (!isInDatabase) return readSavedCatalogue(to);
  rmSync(data, { recursive: true });
  return { ...readSavedCatalogue(to), key: await (await storage.catalogue.snapshot()).log.key() };
}

/** Copies the catalogue and the tokens to other stores, which must hold no other catalogue. */
export async function copyDatabases(
  from: Storage,
  toSettings: StorageSettings,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(objects: number): void },
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const to = stack.use(await openStorage({ ...toSettings, defaultLanguage: null }));
  const lock = stack.use(await lockImports(to.imports, signal));
  // First, because what has a catalogue is whole.
  await copyTokens(from.tokens, to.tokens);
  await copyCatalogue({
    from: from.catalogue,
    identity: await from.identity(),
    to: { catalogue: to.catalogue, writer: to.writer, lock },
    signal: AbortSignal.any([signal, lock.lost]),
    copyFile: async () => {},
    beforeCommit: async () => {},
    onProgress,
  });
  await carryWebhooks(from.writer.webhooks, to.writer.webhooks);
}
