import { fileURLToPath } from 'node:url';

/** The program as operators run it. */
export const MAIN = fileURLToPath(new URL('../../src/cli/entry.ts', import.meta.url));
