import { join } from 'node:path';
import type { CatalogueWriter } from '../catalogue/catalogue.ts';
import type { BinaryStore } from '../originals/binary-store.ts';
import { tryLockImports } from './import-lock.ts';
import { recoverJournals } from './journal.ts';

/**
 * Clears away what killed imports left in a data folder, beside whatever else its process does: nothing that is served needs it, and
 * there may be hundreds of thousands of files. Imports wait until it is done. Disposing stops it; the next start goes on.
 */
export function recoverMeanwhile(
  data: string,
  stores: { readonly writer: CatalogueWriter; readonly binaries: BinaryStore },
  report: (trouble: unknown) => void,
): AsyncDisposable {
  const stopping = new AbortController();

  async function recover(): Promise<void> {
    // An import that runs has cleared away what others left before it began.
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
