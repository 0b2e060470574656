import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeDemo } from '../../../demo/make.ts';
import { madeOnce, writeGenerated } from '../../../service/bench/search/catalogue.ts';
import { assetAt } from '../../../service/bench/search/generator.ts';
import { openStorage } from '../../../service/src/app/storage.ts';

/** Number of photographs of the demo that the assets share, because there are no million different ones. */
const ORIGINALS = 100;

/**
 * The data folder of a catalogue of that many assets with pictures: the generated catalogue of the search benchmark, whose
 * records share the photographs of the demo. Made once; reused when it is complete.
 */
export async function catalogueOfPictures(folder: string, assets: number): Promise<string> {
  return await madeOnce(join(folder, `photographs-${assets}`), async (data) => {
    await using storage = await openStorage({ data });
    const { writer, originals } = storage;
    const signal = AbortSignal.timeout(600_000);
    const demo = join(data, 'demo-bundle');
    await makeDemo(demo, { signal });
    const names = (await readdir(demo, { recursive: true })).filter((name) => name.endsWith('.jpg'));
    const photographs = await Promise.all(
      names
        .sort()
        .slice(0, ORIGINALS)
        .map(async (name) => {
          const path = join(demo, name);
          const { width, height } = (await sharp(path).metadata()).autoOrient;
          const { isNew: _, ...file } = await originals.put(path, { signal });
          return { file, width, height };
        }),
    );
    await writeGenerated(writer, assets, (index) => {
      const asset = assetAt(index);
      const photograph = photographs[index % photographs.length];
      if (photograph === undefined) throw new Error('the demo has no pictures');
      const { file, width, height } = photograph;
      const kind = { category: 1, extension: 'jpg', mediaType: 'image/jpeg', pages: 0 } as const;
      const properties = { ...asset.active.properties, ...kind, width, height };
      const { name } = asset.active;
      return { ...asset, active: { ...asset.active, original: name, size: file.size, file, properties } };
    });
  });
}

/**
 * Has the service draw the pictures, as `abs import --render` does, so that the benchmark finds them drawn. They are kept by file,
 * and the first assets have all files.
 */
export async function drawPictures(service: string): Promise<void> {
  for (let id = 1; id <= ORIGINALS; id += 1) {
    for (const operation of ['thumb', 'preview']) {
      const response = await fetch(`${service}/asset.do?${operation}=${id}`);
      await response.arrayBuffer();
      if (!response.ok || response.headers.has('x-placeholder')) throw new Error(`${operation} ${id} cannot be drawn`);
    }
  }
}
