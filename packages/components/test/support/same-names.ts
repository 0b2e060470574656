import { assetOf, changeSample, keywordOf } from './records.ts';

/** ID of a second keyword "Boskoop", below "Applewood". That of the sample is below "Red apples". */
export const OTHER_BOSKOOP = 40_000;

/** Adds a keyword whose name the sample has already, with an asset, in an empty data folder. */
export async function prepareSameNames(data: string): Promise<void> {
  await changeSample(data, async (changes) => {
    await changes.put('node', keywordOf(OTHER_BOSKOOP, 'Boskoop', 33));
    await changes.put('asset', assetOf(OTHER_BOSKOOP, 'wood.jpg', { nodes: [OTHER_BOSKOOP] }));
  });
}
