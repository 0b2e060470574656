import { show } from './faults.ts';
import type { AssetObject } from './objects.ts';
import type { Reading } from './reading.ts';
import type { Warnings } from './warnings.ts';

/** What the declarations can't say about one asset: things that must differ within it, and sizes that can't be. */
export function checkAsset(asset: AssetObject, reading: Reading, warnings: Warnings): void {
  refuseDoubles(asset.versions, 'versions', 'version', reading);
  refuseDoubles(asset.public_urls, 'public_urls', 'id', reading);
  refuseDoubles(asset.downloads, 'downloads', 'date', reading);
  for (const key of ['size', 'width', 'height', 'pages'] as const) {
    const value = asset[key];
    if (value === undefined || value >= 0) continue;
    warnings.add('a negative size counts as unknown', () => ({ ...reading.place(), path: [...reading.path, key] }));
  }
}

/** Adds a fault for each object whose `key` has a value that an earlier one has. */
export function refuseDoubles<K extends string>(
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
