import { readFileSync } from 'node:fs';

/** Version of the image library, from the package's own description: the library itself is loaded by render processes alone. */
export function sharpVersion(): string {
  const main = import.meta.resolve('sharp');
  const folder = main.slice(0, main.lastIndexOf('/node_modules/sharp/') + '/node_modules/sharp/'.length);
  const description: unknown = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  if (typeof description !== 'object' || description === null || !('version' in description)) {
    throw new Error('the package sharp has no version');
  }
  return String(description.version);
}
