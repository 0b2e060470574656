import type { Finding } from '../check-data.ts';
import { verifyOriginal } from '../check-data.ts';
import { DamagedBackup } from './backup-folder.ts';
import type { BackupStore } from './backup-store.ts';
import { openBackup } from './restore-backup.ts';

/**
 * Verifies every file of a backup, and yields each finding as soon as it is made. With `repair`, damaged originals and those
 * that no backup needs are removed, so that the next backup copies them again.
 */
export async function* checkBackup(
  { directory, originals, pathOf, readSaved }: BackupStore,
  {
    repair,
    signal,
    onProgress,
  }: { readonly repair: boolean; readonly signal: AbortSignal; onProgress(done: number, total: number): void },
): AsyncGenerator<Finding> {
  let files: ReturnType<typeof readSaved>['files'];
  try {
    files = readSaved((await openBackup(directory)).folder).files;
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error;
    return yield { text: error.message, isRepaired: false };
  }
  let done = 0;
  for (const [key, { file, owner }] of files) {
    signal.throwIfAborted();
    const trouble = await verifyOriginal(file, originals, signal);
    if (trouble !== undefined) {
      if (repair) await originals.remove(key);
      // It stays lost until the next backup.
      yield { text: `${pathOf(key)} of ${owner} ${trouble}`, isRepaired: false };
    }
    done += 1;
    onProgress(done, files.size);
  }
  for await (const key of originals.keys({ signal })) {
    if (files.has(key)) continue;
    if (repair) await originals.remove(key);
    yield { text: `${pathOf(key)} belongs to no asset`, isRepaired: repair };
  }
}
