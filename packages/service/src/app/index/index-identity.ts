import { statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Names the catalogue of a data folder by its very file: one that was put in its place is another, whatever its
 * revision says.
 */
export function identityOf(directory: string): string {
  const { ino, birthtimeNs } = statSync(join(directory, 'catalogue.sqlite'), { bigint: true });
  return `${ino}-${birthtimeNs}`;
}
