import { show } from './faults.ts';
import type { AssetObject } from './objects.ts';
import type { Reading } from './reading.ts';
import type { Warnings } from './warnings.ts';

/**
 * Checks what the declarations can't express about an asset: values that must differ within it, and impossible sizes.
 */
export function checkAsset(asset: AssetObject, reading: Reading, warnings: Warnings): void {
  refuseDuplicates(asset.versions, 'versions', 'version', reading);
  refuseDuplicates(asset.public_urls, 'public_urls', 'id', reading);
  refuseDuplicates(asset.downloads, 'downloads', 'date', reading);
  for (const key of ['size', 'width', 'height', 'pages'] as const) {
    const value = asset[key];
    if (value === undefined || value >= 0) continue;
    warnings.add('a negative size counts as unknown', () => ({ ...reading.place(), path: [...reading.path, key] }));
  }
}

/** Adds a fault for each object whose `key` has the same value as that of an earlier object. */
export function refuseDuplicates<K extends string>(
  objects: readonly { readonly [Name in K]?: unknown }[],
  path: string,
  key: K,
  reading: Reading,
): void {
  if (objects.length < 2) return;
  const seen = new Set<unknown>();
  for (const [index, object] of objects.entries()) {
    const value = object[key];
    if (value === undefined) continue;
    if (seen.has(value)) {
      reading.at([path, index, key], () => reading.fault(`${show(value)} is there twice`));
    }
    seen.add(value);
  }
}
