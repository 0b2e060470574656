import { join } from 'node:path';
import { madeOnce, writeGenerated } from '../../service/bench/search/catalogue.ts';
import { assetAt } from '../../service/bench/search/generator.ts';
import { openStorage } from '../../service/src/app/storage.ts';
import { SAMPLE } from '../../service/test/support/sample.ts';
import { PICTURES, SIZES } from '../test/support/many-assets.ts';

/**
 * The data folder of a catalogue of that many assets with pictures: the generated catalogue of the search benchmark, whose
 * records share three originals, because nobody has a million. Made once; reused when it is complete.
 */
export async function catalogueOfPictures(folder: string, assets: number): Promise<string> {
  return await madeOnce(join(folder, `pictures-${assets}`), async (data) => {
    await using storage = await openStorage({ data });
    const { writer, originals } = storage;
    const signal = AbortSignal.timeout(60_000);
    const files = await Promise.all(
      PICTURES.map(async (name) => {
        const { isNew: _, ...file } = await originals.put(join(SAMPLE, 'files', name), { signal });
        return file;
      }),
    );
    await writeGenerated(writer, assets, (index) => {
      const asset = assetAt(index);
      const [width, height] = SIZES[index % SIZES.length] ?? [1, 1];
      const file = files[index % files.length];
      const properties = { ...asset.active.properties, category: 1, extension: 'jpg', width, height } as const;
      const active = { ...asset.active, original: asset.active.name, ...(file && { file }), properties };
      return { ...asset, active };
    });
  });
}
