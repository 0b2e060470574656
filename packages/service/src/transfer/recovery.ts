import { join } from 'node:path';
import type { CatalogueWriter } from '../catalogue/catalogue.ts';
import type { Originals } from '../originals/originals.ts';
import { tryLockImports } from './import-lock.ts';
import { recoverJournals } from './journal.ts';

/**
 * Removes what killed imports have left in a data folder, in the background, because serving doesn't depend on it and
 * there may be hundreds of thousands of files. Imports wait until it is done. Disposing stops it; the next start
 * continues.
 */
export function recoverInBackground(
  data: string,
  stores: { readonly writer: CatalogueWriter; readonly originals: Originals },
  report: (trouble: unknown) => void,
): AsyncDisposable {
  const stopping = new AbortController();

  async function recover(): Promise<void> {
    // A running import has already removed the remains of earlier ones before it began.
    using lock = tryLockImports(data);
    if (lock) await recoverJournals(join(data, 'journals'), stores, stopping.signal);
  }

  const done = recover().catch((error: unknown) => {
    if (!stopping.signal.aborted) report(error);
  });
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await done;
    },
  };
}
