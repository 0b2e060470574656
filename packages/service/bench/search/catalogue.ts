import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { ASSET_TYPES, assetAt, INFO_FIELDS, NODE_TYPES, TREES } from './generator.ts';

const BATCH = 50_000;

/** The data folder of a generated catalogue of that many assets; made once, and reused when it is complete. */
export async function generatedCatalogue(folder: string, assets: number): Promise<string> {
  return await madeOnce(join(folder, `assets-${assets}`), async (directory) => {
    await using writer = openCatalogueWriter({ directory });
    await writeGenerated(writer, assets);
  });
}

/** Makes a folder unless an earlier run has completed it. Returns its path. */
export async function madeOnce(directory: string, make: (directory: string) => Promise<void>): Promise<string> {
  const complete = join(directory, 'complete');
  if (existsSync(complete)) return directory;
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  await make(directory);
  writeFileSync(complete, '');
  return directory;
}

/** Writes the generated nodes, types and fields, and that many assets, by default the generated ones. */
export async function writeGenerated(
  writer: Pick<CatalogueWriter, 'change'>,
  assets: number,
  asset: typeof assetAt = assetAt,
): Promise<void> {
  await writer.change(async (changes) => {
    for (const type of NODE_TYPES) await changes.put('node_type', type);
    for (const type of ASSET_TYPES) await changes.put('asset_type', type);
    for (const { nodes } of TREES) for (const { node } of nodes) await changes.put('node', node);
    for (const field of INFO_FIELDS) await changes.put('info_field', field);
  });
  for (let first = 0; first < assets; first += BATCH) {
    await writer.change(async (changes) => {
      for (let i = first; i < Math.min(assets, first + BATCH); i++) await changes.put('asset', asset(i));
    });
  }
}
