import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url));

/** The sample files stand beside the checkout; tests that need them skip where they are absent. */
export const hasCorpus = existsSync(ROOT);

/** Absolute path of a sample file or folder. */
export function corpus(path = ''): string {
  return ROOT + path;
}
