import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASSET_TYPES, assetAt, INFO_FIELDS, NODE_TYPES, TREES } from '../../service/bench/search/generator.ts';
import { openStorage } from '../../service/src/app/storage.ts';
import { SAMPLE } from '../../service/test/support/sample.ts';
import { PICTURES, SIZES } from '../test/support/many-assets.ts';

const BATCH = 50_000;

/**
 * The data folder of a catalogue of that many assets with pictures: the generated catalogue of the search benchmark, whose
 * records share three originals, because nobody has a million. Made once; reused when it is complete.
 */
export async function catalogueOfPictures(folder: string, assets: number): Promise<string> {
  const data = join(folder, `pictures-${assets}`);
  const complete = join(data, 'complete');
  if (existsSync(complete)) return data;
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  await using storage = await openStorage({ data });
  const { writer, originals } = storage;
  const signal = AbortSignal.timeout(60_000);
  const files = await Promise.all(
    PICTURES.map(async (name) => {
      const { isNew: _, ...file } = await originals.put(join(SAMPLE, 'files', name), { signal });
      return file;
    }),
  );
  await writer.change(async (changes) => {
    for (const type of NODE_TYPES) await changes.put('node_type', type);
    for (const type of ASSET_TYPES) await changes.put('asset_type', type);
    for (const { nodes } of TREES) for (const { node } of nodes) await changes.put('node', node);
    for (const field of INFO_FIELDS) await changes.put('info_field', field);
  });
  for (let first = 0; first < assets; first += BATCH) {
    await writer.change(async (changes) => {
      for (let index = first; index < Math.min(assets, first + BATCH); index += 1) {
        const asset = assetAt(index);
        const [width, height] = SIZES[index % SIZES.length] ?? [1, 1];
        const file = files[index % files.length];
        const properties = { ...asset.active.properties, category: 1, extension: 'jpg', width, height } as const;
        const active = { ...asset.active, original: asset.active.name, ...(file && { file }), properties };
        await changes.put('asset', { ...asset, active });
      }
    });
  }
  writeFileSync(complete, '');
  return data;
}
