import { fileURLToPath } from 'node:url';

/** Where sample data is looked for that is not named: in the folder `shared` beside the checkout. */
export const beside = (path: string) => fileURLToPath(new URL(`../../../../shared/${path}`, import.meta.url));
