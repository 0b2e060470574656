/** An asset so large that its download cannot end while the caller does not read. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NO_FEATURES } from '../../../core/src/domain/features.ts';
import { openOriginalsFolder } from '../../../core/src/originals/folder.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf } from '../search/contract-samples.ts';

/** More than the socket buffers of both sides hold. */
export const LARGE_BYTES = 32 * 2 ** 20;

/** Adds a file of `LARGE_BYTES` to the catalogue in a data folder; returns the ID of its asset, and its hash. */
export async function importLarge(data: string): Promise<{ readonly id: number; readonly sha256: string }> {
  const path = join(data, 'large.bin');
  writeFileSync(path, new Uint8Array(LARGE_BYTES));
  await using originals = openOriginalsFolder({ directory: join(data, 'originals') });
  const { sha256, size, crc32 } = await originals.put(path, { signal: AbortSignal.timeout(600_000) });
  await using writer = openCatalogueWriter({ directory: data });
  // No other asset of the tests has this ID, and folder 2 of the sample is public.
  const asset = assetOf(7000, { original: 'large.bin', size });
  // Nothing opens it to see what it looks like.
  const properties = { ...asset.active.properties, features: NO_FEATURES };
  const active = { ...asset.active, file: { sha256, size, crc32 }, properties };
  await writer.change((changes) => changes.put('asset', { ...asset, active, nodes: [2] }));
  return { id: asset.id, sha256 };
}
