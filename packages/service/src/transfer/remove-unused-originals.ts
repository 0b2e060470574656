/**
 * Removes the originals that nothing uses any more: stored by an import that failed, or replaced by one that succeeded.
 */

import { forEachWithLimit } from '../../../core/src/concurrency/for-each-with-limit.ts';
import type { Originals } from '../../../core/src/originals/originals.ts';
import type { CatalogueWriter } from '../catalogue/catalogue.ts';
import type { ImportLock, Imports } from '../catalogue/imports.ts';

/** Number of parallel removals; most of their time is spent waiting for the disk. */
const AT_ONCE = 16;

interface Stores {
  readonly writer: Pick<CatalogueWriter, 'filesInUse' | 'change'>;
  readonly originals: Pick<Originals, 'remove' | 'removeUnfinished'>;
}

/** What an import reports of originals, before the commit. */
export interface OriginalsReport {
  /** Reports an original that wasn't in the store before. It is removed if the import fails. */
  onNewOriginal(key: string): void | Promise<void>;
  /** Reports an original that the import no longer needs. It is removed after the commit if nothing else uses it. */
  onUnusedOriginal(key: string): void | Promise<void>;
}

/** Removes the originals that nothing in the catalogue uses. Rejects with ImportLockLost or the signal's reason. */
async function removeUnused(
  keys: readonly string[],
  { writer, originals }: Stores,
  lock: Pick<ImportLock, 'confirm'>,
  signal = new AbortController().signal,
): Promise<void> {
  if (keys.length === 0) return;
  const used = await writer.filesInUse(keys);
  const unused = keys.filter((key) => !used.has(key));
  if (unused.length > 0) await writer.change((changes) => changes.forgetTexts(unused));
  await forEachWithLimit(unused, { atOnce: AT_ONCE, signal }, async (key) => {
    // Without the lock, another import may have just stored the same file.
    await lock.confirm();
    await originals.remove(key, { signal });
  });
}

/**
 * Removes unused originals of killed imports. `lock` ensures that no journal is in use. Rejects with ImportLockLost or
 * the signal's reason; the next call continues from there.
 */
export async function clearLeftJournals(
  imports: Pick<Imports, 'leftJournals'>,
  stores: Stores,
  lock: Pick<ImportLock, 'confirm'>,
  signal?: AbortSignal,
): Promise<void> {
  await stores.originals.removeUnfinished(signal && { signal });
  for (const journal of await imports.leftJournals()) {
    await removeUnused(await journal.keys(), stores, lock, signal);
    await journal.remove();
  }
}

/**
 * Runs an import, and then removes the originals that nothing uses: the new ones if it has failed, otherwise those that
 * it no longer needs. If that is impossible, calls `onLeft` with the reason; what remains is in the journal, with which
 * the next start or import removes it, as after the death of the process.
 */
export async function withCleanup<T>(
  { imports, lock, ...stores }: Stores & { readonly imports: Imports; readonly lock: ImportLock },
  { onLeft }: { onLeft(reason: unknown): void },
  work: (report: OriginalsReport) => Promise<T>,
): Promise<T> {
  await using journal = await imports.openJournal();
  const stored: string[] = [];
  const unused: string[] = [];
  const recordIn = (keys: string[]) => async (key: string) => {
    await journal.add(key);
    keys.push(key);
  };

  async function end(keys: readonly string[]): Promise<void> {
    try {
      await removeUnused(keys, stores, lock);
      await journal.remove();
    } catch (reason) {
      onLeft(reason);
    }
  }

  let result: T;
  try {
    result = await work({ onNewOriginal: recordIn(stored), onUnusedOriginal: recordIn(unused) });
  } catch (error) {
    await end(stored);
    throw error;
  }
  await end(unused);
  return result;
}

/**
 * Removes what killed imports have left, in the background, because serving doesn't depend on it and there may be
 * hundreds of thousands of files. Imports wait until it is done. Disposing stops it; the next start or import continues.
 */
export function cleanUpInBackground(
  imports: Imports,
  stores: Stores,
  report: (trouble: unknown) => void,
): AsyncDisposable {
  const stopping = new AbortController();

  async function cleanUp(): Promise<void> {
    // A running import has already removed the remains of earlier ones before it began.
    await using lock = await imports.tryLock();
    if (lock) await clearLeftJournals(imports, stores, lock, stopping.signal);
  }

  const done = cleanUp().catch((error: unknown) => {
    if (!stopping.signal.aborted) report(error);
  });
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await done;
    },
  };
}
