import type { CatalogueWriter } from '../catalogue/catalogue.ts';
import type { BinaryStore } from '../originals/binary-store.ts';
import { openJournal, removeUnused } from './journal.ts';

/**
 * Runs an import that tells `remember` of every new original. When it fails, those that nothing names are removed; when the
 * process dies, the journal lets the next start do so. `journals` is the folder of journals.
 */
export async function wholeOrNothing<T>(
  { journals, writer, binaries }: { journals: string; writer: CatalogueWriter; binaries: BinaryStore },
  work: (remember: (key: string) => void) => Promise<T>,
): Promise<T> {
  using journal = openJournal(journals);
  const keys: string[] = [];
  try {
    return await work((key) => {
      journal.add(key);
      keys.push(key);
    });
  } catch (error) {
    await removeUnused(keys, { writer, binaries });
    throw error;
  }
}
