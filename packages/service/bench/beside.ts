import { fileURLToPath } from 'node:url';

/** The default place of sample data: the folder `shared` beside the checkout. */
export const beside = (path: string) => fileURLToPath(new URL(`../../../../shared/${path}`, import.meta.url));
