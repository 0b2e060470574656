import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Absolute path of a sample file or folder. */
export const corpus = (path = ''): string => ROOT + path;

const ROOT = fileURLToPath(new URL('../../../../../shared/corpus/', import.meta.url));

/** The sample files are next to the checkout; tests that need them are skipped without. */
export const hasCorpus = existsSync(ROOT);
