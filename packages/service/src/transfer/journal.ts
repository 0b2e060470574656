/**
 * Records the originals that an import stores, so that they can be removed if the import never commits. A power failure
 * may lose the last lines; `abs check` then finds their originals as unused.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueWriter } from '../catalogue/catalogue.ts';
import { forEachWithLimit } from '../concurrency/for-each-with-limit.ts';
import type { Originals } from '../originals/originals.ts';
import { tryLockImports } from './import-lock.ts';

/** Number of parallel removals; most of their time is spent waiting for the disk. */
const AT_ONCE = 16;

/** Journal of the originals of one import. */
export interface Journal extends Disposable {
  /** Records a new original before anything refers to it. */
  add(key: string): void;
}

/**
 * Opens the journal of an import in the folder of journals. Dispose it when the import has ended and, if it failed, its
 * files are removed.
 */
export function openJournal(directory: string): Journal {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, randomUUID());
  const file = openSync(path, 'wx');
  return {
    add: (key) => appendFileSync(file, `${key}\n`),
    [Symbol.dispose]: () => {
      closeSync(file);
      rmSync(path, { force: true });
    },
  };
}

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
  await forEachWithLimit(unused, { atOnce: AT_ONCE, signal }, (key) => originals.remove(key));
}

/**
 * Removes unused originals of killed imports. The caller must hold the import lock, which ensures that no journal is in
 * use. Rejects with the signal's reason; the next call continues from there.
 */
export async function recoverJournals(directory: string, stores: Stores, signal?: AbortSignal): Promise<void> {
  await stores.originals.removeUnfinished();
  let names: string[];
  try {
    names = readdirSync(directory);
  } catch {
    return;
  }
  for (const name of names) {
    const path = join(directory, name);
    const keys = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => /^[0-9a-f]{64}$/.test(line));
    await removeUnused(keys, stores, signal);
    rmSync(path, { force: true });
  }
}

/**
 * Runs an import that reports every new original to `onNewOriginal`. If the import fails, the originals that nothing uses
 * are removed. If the process dies, the next start removes them with the help of the journal. `journals` is the folder
 * of journals.
 */
export async function importAtomically<T>(
  { journals, writer, originals }: { journals: string; writer: CatalogueWriter; originals: Originals },
  work: (onNewOriginal: (key: string) => void) => Promise<T>,
): Promise<T> {
  using journal = openJournal(journals);
  const keys: string[] = [];
  try {
    return await work((key) => {
      journal.add(key);
      keys.push(key);
    });
  } catch (error) {
    await removeUnused(keys, { writer, originals });
    throw error;
  }
}

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
