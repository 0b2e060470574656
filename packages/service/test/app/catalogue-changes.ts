/** Changes of a catalogue that ask much of its index. */
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { assetOf } from '../search/contract-samples.ts';

/** Puts these many assets in as many commits as keep each from being a reason to build anew. */
export async function addAssets(writer: CatalogueWriter, first: number, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1500) {
    await writer.change(async (changes) => {
      for (let i = done; i < Math.min(count, done + 1500); i++) await changes.put('asset', assetOf(first + i));
    });
  }
}

/** A new field of assets: an index without it is of no use any more. */
export async function addField(writer: CatalogueWriter, id: number): Promise<void> {
  await writer.change(async (changes) => {
    await changes.put('info_field', {
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
