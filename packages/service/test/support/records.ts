import assert from 'node:assert/strict';
import type { Catalogue, Snapshot } from '../../src/catalogue/catalogue.ts';
import type { AssetRecord } from '../../src/domain/model.ts';
import type { Review } from '../../src/domain/people.ts';

/** All assets of the catalogue with everything that belongs to them. */
export async function recordsOf(catalogue: Catalogue): Promise<AssetRecord[]> {
  await using records = await catalogue.openRecords();
  return (await Array.fromAsync(records.assets())).flat();
}

/** All reviews of the catalogue. */
export async function reviewsOf(catalogue: Catalogue): Promise<Review[]> {
  await using records = await catalogue.openRecords();
  return (await Array.fromAsync(records.reviews())).flat();
}

/** The newest state of a catalogue that never has to wait for it. */
export function newestOf(catalogue: Pick<Catalogue, 'snapshotAtHand'>): Snapshot {
  return catalogue.snapshotAtHand() ?? assert.fail('the snapshot is not at hand');
}
