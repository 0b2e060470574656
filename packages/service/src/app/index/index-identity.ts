import { statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Identifies the catalogue of a data folder by its file. A catalogue put in its place has another identity, even with
 * the same revision.
 */
export function identityOf(directory: string): string {
  const { ino, birthtimeNs } = statSync(join(directory, 'catalogue.sqlite'), { bigint: true });
  return `${ino}-${birthtimeNs}`;
}
