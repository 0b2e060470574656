import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url));

/** The sample files are next to the checkout; tests that need them are skipped without. */
export const hasCorpus = existsSync(ROOT);

/** Absolute path of a sample file or folder. */
export function corpus(path = ''): string {
  return ROOT + path;
}
