/**
 * Keeps note of the originals that an import has stored, so that those of an import that never lands can be removed. A loss of
 * power may take the last lines: what they named is an original of no asset, which `abs check` finds.
 */
import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueWriter } from '../catalogue/catalogue.ts';
import { forEachAtOnce } from '../concurrency/at-once.ts';
import type { BinaryStore } from '../originals/binary-store.ts';

/** Removing waits for the disk more than it works. */
const AT_ONCE = 16;

/** The originals of one import. */
export interface Journal extends Disposable {
  /** Notes a new original, before anything names it. */
  add(key: string): void;
}

/** Opens the journal of an import in the folder of journals. Disposing it says that the import has ended, and been cleared away where it failed. */
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
  readonly binaries: Pick<BinaryStore, 'remove' | 'removeUnfinished'>;
};

/** Removes originals that nothing in the catalogue names. Rejects with the signal's reason. */
export async function removeUnused(
  keys: readonly string[],
  { writer, binaries }: { writer: Stores['writer']; binaries: Pick<BinaryStore, 'remove'> },
  signal = new AbortController().signal,
): Promise<void> {
  const used = await writer.filesInUse(keys);
  const unused = keys.filter((key) => !used.has(key));
  await forEachAtOnce(unused, { atOnce: AT_ONCE, signal }, (key) => binaries.remove(key));
}

/**
 * Clears away what killed imports stored and never named. For holders of the import lock: no journal is in use then. Rejects with
 * the signal's reason; the next call goes on from there.
 */
export async function recoverJournals(directory: string, stores: Stores, signal?: AbortSignal): Promise<void> {
  await stores.binaries.removeUnfinished();
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
