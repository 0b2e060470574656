import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeFolder } from '../../../core/src/platform/folders.ts';
import { lockBackup, openBackupStore, saveDatabases, stateOf } from '../app/open-backup-store.ts';
import { openExistingStorage } from '../app/storage.ts';
import { loadConfig } from '../config/load.ts';
import { PROGRAM_VERSION } from '../config/package.ts';
import { backUp } from '../transfer/backup/back-up.ts';
import { foreignEntry } from '../transfer/backup/backup-folder.ts';
import { isWithin } from '../transfer/folder/location.ts';
import type { CommandLine } from './command-line.ts';
import { settingsOfCopy } from './copy.ts';
import { listenForInterruption } from './interruption.ts';
import { openProgress } from './progress.ts';

/** Runs `abs backup DIR`. Returns 1 if the backup lacks an original that the catalogue names. */
export async function run({ operands: [directory = ''], settings }: CommandLine): Promise<number> {
  const config = loadConfig({ options: settings });
  await using stack = new AsyncDisposableStack();
  const { signal } = stack.use(listenForInterruption(() => 'the earlier backup is unchanged'));
  const stores = settingsOfCopy(config);
  const storage = stack.use(await openExistingStorage(stores));
  refuseWithin(directory, config.data);
  makeFolder(directory);
  const foreign = foreignEntry(directory);
  if (foreign !== undefined) throw new Error(`${directory} is no backup: it has ${foreign}; name an empty folder`);
  stack.use(await lockBackup(directory));
  const to = stack.use(openBackupStore(directory));
  const progress = openProgress({ stream: process.stderr, label: `backup ${directory}` });
  let problems = 0;
  const { manifest, copied, removed } = await backUp({
    to,
    originals: storage.originals,
    program: PROGRAM_VERSION,
    now: Date.now,
    signal,
    state: () => stateOf(storage),
    save: (folder) =>
      saveDatabases(stores, storage, {
        to: folder,
        signal,
        onProgress: (objects) => progress.update(objects, undefined, 'catalogue'),
      }),
    onWarning: progress.warn,
    onProblem: (text) => {
      problems += 1;
      progress.warn(text);
    },
    onProgress: progress.update,
  });
  const { count } = manifest.originals;
  const state = `revision ${manifest.revision}, ${count} originals (${copied} copied, ${removed} removed)`;
  progress.done(`${directory}: ${state}${problems === 0 ? '' : `, ${problems} of them missing`}`);
  return problems === 0 ? 0 : 1;
}

/** Throws if one of the folders is in the other: a backup would be lost with what it is of. */
function refuseWithin(directory: string, data: string): void {
  const [to, from] = [directory, data].map((path) => (existsSync(path) ? realpathSync(path) : resolve(path))) as [
    string,
    string,
  ];
  if (isWithin(to, from) || isWithin(from, to)) {
    throw new Error(
      `${directory} and the data folder ${data} lie in each other; name a folder elsewhere, on another disk`,
    );
  }
}
