import { openStorage } from '../../../service/src/app/storage.ts';
import { copySample } from '../../../service/test/support/sample.ts';

/** ID of a second keyword "Boskoop", below "Applewood". That of the sample is below "Red apples". */
export const OTHER_BOSKOOP = 40_000;

/** Adds a keyword whose name the sample has already, with an asset, in an empty data folder. */
export async function prepareSameNames(data: string): Promise<void> {
  await copySample(data);
  await using storage = await openStorage({ data });
  const date = Date.UTC(2020, 0, 1);
  await storage.writer.change(async (changes) => {
    const node = { id: OTHER_BOSKOOP, type: 103, name: 'Boskoop', parent: 33, position: 0, fields: new Map() };
    await changes.put('node', node);
    await changes.put('asset', {
      ...{ id: OTHER_BOSKOOP, nodes: [OTHER_BOSKOOP], uploaded: date, modified: date, fields: new Map() },
      ...{ olderVersions: [], relations: [], publicUrls: [], downloads: [] },
      active: {
        ...{ version: 1, name: 'wood.jpg', date, original: 'wood.jpg' },
        properties: {
          ...{ category: 1, extension: 'jpg', mediaType: 'image/jpeg', width: 10, height: 10, pages: 0 },
          ...{ durationSeconds: 0, colorSpace: '', colorProfile: '', dpi: 72, bitDepth: 8 },
        },
      },
    });
  });
}
