import type { CatalogueWriter } from '../catalogue/catalogue.ts';
import type { Originals } from '../originals/originals.ts';
import { openJournal, removeUnused } from './journal.ts';

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
