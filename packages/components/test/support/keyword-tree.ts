import type { AssetRecord, CatalogueNode } from '../../../core/src/domain/model.ts';
import { openStorage } from '../../../service/src/app/storage.ts';
import { copySample } from '../../../service/test/support/sample.ts';

/** Keywords: creators with painters and sculptors, and decades. */
export const CREATORS = 50_000;
export const PAINTERS = 50_001;
const SCULPTORS = 50_002;
const DECADES = 50_003;
const FIRST_DECADE = 50_004;
const FIRST_PAINTER = 51_000;

/** Number of painters, and of those with assets. */
export const PAINTER_COUNT = 2000;
export const BUSY_PAINTERS = 300;

/** Number of assets of painters and of sculptors; the name of each third one contains "drawing". */
const PAINTED = 400;
const SCULPTED = 3;

/** Adds thousands of keywords in several levels to the sample, in an empty data folder. */
export async function prepareKeywords(data: string): Promise<void> {
  await copySample(data);
  await using storage = await openStorage({ data });
  const node = (id: number, name: string, parent?: number): CatalogueNode => ({
    ...{ id, type: 103, name, position: 0, fields: new Map() },
    ...(parent === undefined ? {} : { parent }),
  });
  const nodes = [
    node(CREATORS, 'Creators'),
    node(PAINTERS, 'Painters', CREATORS),
    node(SCULPTORS, 'Sculptors', CREATORS),
    node(DECADES, 'Decades'),
    node(FIRST_DECADE, '1900s', DECADES),
    node(FIRST_DECADE + 1, '1910s', DECADES),
    ...Array.from({ length: PAINTER_COUNT }, (_, place) =>
      node(FIRST_PAINTER + place, `Painter ${String(place).padStart(4, '0')}`, PAINTERS),
    ),
  ];
  await storage.writer.change(async (changes) => {
    for (const each of nodes) await changes.put('node', each);
    for (let place = 0; place < PAINTED + SCULPTED; place += 1) {
      const creator = place < PAINTED ? FIRST_PAINTER + (place % BUSY_PAINTERS) : SCULPTORS;
      await changes.put('asset', assetOf(place, [creator, FIRST_DECADE + (place % 2)]));
    }
  });
}

function assetOf(place: number, nodes: readonly number[]): AssetRecord {
  const date = Date.UTC(2020, 0, 1) + place;
  const name = `${place % 3 === 0 ? 'drawing' : 'painting'} ${place}.jpg`;
  return {
    ...{ id: 70_000 + place, nodes, uploaded: date, modified: date, fields: new Map() },
    ...{ olderVersions: [], relations: [], publicUrls: [], downloads: [] },
    active: {
      ...{ version: 1, name, date, original: name },
      properties: {
        ...{ category: 1, extension: 'jpg', mediaType: 'image/jpeg', width: 10, height: 10, pages: 0 },
        ...{ durationSeconds: 0, colorSpace: '', colorProfile: '', dpi: 72, bitDepth: 8 },
      },
    },
  };
}
