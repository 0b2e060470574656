/** Changes of a catalogue that are expensive for its index. */
import type { CatalogueWriter } from '../../src/catalogue/catalogue.ts';
import { assetOf } from '../search/contract-samples.ts';
import { fieldOf } from '../support/records.ts';

/** Puts this many assets in several commits, each small enough not to trigger a rebuild. */
export async function addAssets(writer: CatalogueWriter, first: number, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1500) {
    await writer.change(async (changes) => {
      for (let i = done; i < Math.min(count, done + 1500); i++) await changes.put('asset', assetOf(first + i));
    });
  }
}

/** A new field of assets, which makes every existing index useless. */
export async function addField(writer: CatalogueWriter, id: number): Promise<void> {
  await writer.change(async (changes) => {
    await changes.put('info_field', fieldOf(id, 'number', { onNodes: false }));
  });
}
