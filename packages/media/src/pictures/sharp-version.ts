import { readFileSync } from 'node:fs';

/** Returns the version of sharp, read from its package.json, because only render processes load the library itself. */
export function sharpVersion(): string {
  const main = import.meta.resolve('sharp');
  const folder = main.slice(0, main.lastIndexOf('/node_modules/sharp/') + '/node_modules/sharp/'.length);
  const description: unknown = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  if (typeof description !== 'object' || description === null || !('version' in description)) {
    throw new Error('the package sharp has no version');
  }
  return String(description.version);
}
