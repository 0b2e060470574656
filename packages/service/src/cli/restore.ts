import { makeFolder } from '../../../core/src/platform/folders.ts';
import { carryWebhooks } from '../app/carry-webhooks.ts';
import { copyDatabases, openBackupStore } from '../app/open-backup-store.ts';
import { openExistingStorage, openStorage } from '../app/storage.ts';
import { loadConfig } from '../config/load.ts';
import {
  openBackup,
  refuseUnlessEmpty,
  restoreOriginals,
  stageDatabases,
  useDatabases,
} from '../transfer/backup/restore-backup.ts';
import { lockImports } from '../transfer/import-lock.ts';
import type { CommandLine } from './command-line.ts';
import { settingsOfCopy } from './copy.ts';
import { listenForInterruption } from './interruption.ts';
import { openProgress } from './progress.ts';

/** Runs `abs restore DIR`. Returns 1 if the backup lacks originals or has damaged ones; everything else is restored. */
export async function run({ operands: [directory = ''], settings }: CommandLine): Promise<number> {
  const config = loadConfig({ options: settings });
  const { data } = config;
  await using stack = new AsyncDisposableStack();
  const { signal } = stack.use(listenForInterruption(() => 'nothing is restored yet; the same command continues'));
  const backup = stack.use(openBackupStore(directory));
  const manifest = await openBackup(directory);
  const { files } = backup.readSaved(manifest.folder);
  const stores = settingsOfCopy(config);
  const storage = stack.use(await openStorage(stores));
  const isInDatabase = config.catalogue.url !== null;
  if (isInDatabase && (await storage.indexSource.lastCommit()).revision > 0) {
    throw new Error('the database of catalogue.url holds a catalogue already; name an empty one');
  }
  refuseUnlessEmpty(data);
  makeFolder(data);
  const staged = await stageDatabases(directory, manifest, data);
  const lock = stack.use(await lockImports(storage.imports, signal));
  const progress = openProgress({ stream: process.stderr, label: `restore ${directory}` });
  let problems = 0;
  const count = await restoreOriginals(backup, files, {
    to: storage.originals,
    signal: AbortSignal.any([signal, lock.lost]),
    onProblem: (text) => {
      problems += 1;
      progress.warn(text);
    },
    onProgress: progress.update,
  });
  if (isInDatabase) await lock[Symbol.asyncDispose]();
  {
    await using from = await openExistingStorage({ data: staged });
    const onProgress = (objects: number) => progress.update(objects, undefined, 'catalogue');
    if (isInDatabase) await copyDatabases(from, stores, { signal, onProgress });
    else await carryWebhooks(from.writer.webhooks, from.writer.webhooks);
  }
  await useDatabases(staged, isInDatabase ? undefined : data);
  const lost = problems === 0 ? '' : `; ${problems} originals of the backup are missing or damaged`;
  progress.done(`${data}: as of ${manifest.made}, revision ${manifest.revision}, ${count} originals${lost}`);
  return problems === 0 ? 0 : 1;
}
