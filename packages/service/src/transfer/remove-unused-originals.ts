/** Removes the originals that nothing uses, which an import has stored before it failed or was killed. */
import type { CatalogueWriter } from '../catalogue/catalogue.ts';
import type { Imports } from '../catalogue/imports.ts';
import { forEachWithLimit } from '../concurrency/for-each-with-limit.ts';
import type { Originals } from '../originals/originals.ts';

/** Number of parallel removals; most of their time is spent waiting for the disk. */
const AT_ONCE = 16;

type Stores = {
  readonly writer: Pick<CatalogueWriter, 'filesInUse'>;
  readonly originals: Pick<Originals, 'remove' | 'removeUnfinished'>;
};

/** Removes the originals that nothing in the catalogue uses. Rejects with the signal's reason. */
export async function removeUnused(
  keys: readonly string[],
  { writer, originals }: { writer: Stores['writer']; originals: Pick<Originals, 'remove'> },
  signal = new AbortController().signal,
): Promise<void> {
  const used = await writer.filesInUse(keys);
  const unused = keys.filter((key) => !used.has(key));
  await forEachWithLimit(unused, { atOnce: AT_ONCE, signal }, (key) => originals.remove(key, { signal }));
}

/**
 * Removes unused originals of killed imports. The caller must hold the import lock, which ensures that no journal is in
 * use. Rejects with the signal's reason; the next call continues from there.
 */
export async function recoverJournals(
  imports: Pick<Imports, 'leftJournals'>,
  stores: Stores,
  signal?: AbortSignal,
): Promise<void> {
  await stores.originals.removeUnfinished(signal && { signal });
  for (const journal of await imports.leftJournals()) {
    await removeUnused(await journal.keys(), stores, signal);
    await journal.remove();
  }
}

/**
 * Runs an import that reports every new original to `onNewOriginal`. If the import fails, the originals that nothing
 * uses are removed. If the process dies, the next start or import removes them with the help of the journal.
 */
export async function withCleanup<T>(
  { imports, writer, originals }: { imports: Imports; writer: CatalogueWriter; originals: Originals },
  work: (onNewOriginal: (key: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  await using journal = await imports.openJournal();
  const keys: string[] = [];
  try {
    return await work(async (key) => {
      await journal.add(key);
      keys.push(key);
    });
  } catch (error) {
    await removeUnused(keys, { writer, originals });
    throw error;
  }
}

/**
 * Removes what killed imports have left, in the background, because serving doesn't depend on it and there may be
 * hundreds of thousands of files. Imports wait until it is done. Disposing stops it; the next start continues.
 */
export function cleanUpInBackground(
  imports: Imports,
  stores: { readonly writer: CatalogueWriter; readonly originals: Originals },
  report: (trouble: unknown) => void,
): AsyncDisposable {
  const stopping = new AbortController();

  async function recover(): Promise<void> {
    // A running import has already removed the remains of earlier ones before it began.
    await using lock = await imports.tryLock();
    if (lock) await recoverJournals(imports, stores, stopping.signal);
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
