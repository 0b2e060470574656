import { join } from 'node:path';
import { verifyRenditions } from '../../../media/src/pictures/stored-file.ts';
import { lockBackup, openBackupStore } from '../app/open-backup-store.ts';
import { openExistingStorage } from '../app/storage.ts';
import type { ImportLock } from '../catalogue/imports.ts';
import { loadConfig } from '../config/load.ts';
import { checkBackup } from '../transfer/backup/check-backup.ts';
import { check, type Finding } from '../transfer/check-data.ts';
import { lockImports } from '../transfer/import-lock.ts';
import { clearLeftJournals } from '../transfer/remove-unused-originals.ts';
import type { CommandLine } from './command-line.ts';
import { listenForInterruption } from './interruption.ts';
import { openProgress, type Progress } from './progress.ts';

/** Runs `abs check`: reports problems. Returns exit status 1 if problems remain that weren't repaired. */
export async function run({ operands: [backup], settings, repair }: CommandLine): Promise<number> {
  if (backup !== undefined) return await runOnBackup(backup, repair);
  const config = loadConfig({ options: settings });
  await using storage = await openExistingStorage(config);
  using interruption = listenForInterruption();
  const { signal } = interruption;
  const progress = openProgress({ stream: process.stderr, label: 'checking' });

  async function holdImports(): Promise<ImportLock> {
    await using stack = new AsyncDisposableStack();
    const onWait = () => progress.warn('waiting for the end of an import');
    const lock = stack.use(await lockImports(storage.imports, signal, onWait));
    // The remains of a killed import aren't damage, so they are removed first.
    await clearLeftJournals(storage.imports, storage, lock, signal);
    stack.move();
    return lock;
  }

  return await report(
    progress,
    check({
      catalogue: storage.catalogue,
      originals: storage.originals,
      verifyCatalogue: storage.verifyCatalogue,
      verifyRenditions: (repair) => verifyRenditions(join(config.data, 'renditions'), repair),
      holdImports,
      repair,
      signal,
      onProgress: (done, total) => progress.update(done, total),
    }),
  );
}

/** Checks the backup in a folder. */
async function runOnBackup(directory: string, repair: boolean): Promise<number> {
  using interruption = listenForInterruption();
  await using stack = new AsyncDisposableStack();
  const store = stack.use(openBackupStore(directory));
  if (repair) stack.use(await lockBackup(directory));
  const progress = openProgress({ stream: process.stderr, label: 'checking' });
  const { signal } = interruption;
  return await report(progress, checkBackup(store, { repair, signal, onProgress: progress.update }));
}

async function report(progress: Progress, findings: AsyncIterable<Finding>): Promise<number> {
  let wrong = 0;
  let repaired = 0;
  for await (const { text, isRepaired } of findings) {
    if (isRepaired) repaired += 1;
    else wrong += 1;
    progress.warn(isRepaired ? `${text} (removed)` : text);
  }
  progress.done(wrong + repaired === 0 ? 'everything is in order' : `${wrong} wrong, ${repaired} repaired`);
  return wrong === 0 ? 0 : 1;
}
