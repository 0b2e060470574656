/** Changes of a catalogue that ask much of its index. */
import type { AssetRecord } from '../../src/domain/model.ts';
import type { CatalogueWriter } from '../../src/ports/catalogue.ts';

/** Puts these many assets in as many commits as keep each from being a reason to build anew. */
export async function addAssets(writer: CatalogueWriter, first: number, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1500) {
    await writer.change((changes) => {
      for (let i = done; i < Math.min(count, done + 1500); i++) changes.put('asset', plainAsset(first + i));
    });
  }
}

/** A new field of assets: an index without it is of no use any more. */
export async function addField(writer: CatalogueWriter, id: number): Promise<void> {
  await writer.change((changes) => {
    changes.put('info_field', {
      id,
      name: `field ${id}`,
      description: '',
      type: 'number',
      isMultiline: false,
      isLocalized: false,
      onAssets: true,
      onNodes: false,
      items: [],
      showRoot: false,
      maxSelections: -1,
    });
  });
}

function plainAsset(id: number): AssetRecord {
  return {
    id,
    nodes: [],
    fields: new Map(),
    uploaded: id,
    modified: id,
    active: {
      version: 1,
      name: `${id}.jpg`,
      date: id,
      original: '',
      size: id,
      facts: {
        category: 1,
        extension: 'jpg',
        mediaType: 'image/jpeg',
        width: 1,
        height: 1,
        pages: 0,
        durationSeconds: 0,
        colorSpace: '',
        colorProfile: '',
        dpi: 0,
        bitDepth: 0,
      },
    },
    olderVersions: [],
    relations: [],
    publicUrls: [],
    downloads: [],
  };
}
