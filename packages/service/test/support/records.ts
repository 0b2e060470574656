import assert from 'node:assert/strict';
import type { AssetRecord, InfoField } from '../../../core/src/domain/model.ts';
import type { Catalogue, Snapshot } from '../../src/catalogue/catalogue.ts';
import type { Review } from '../../src/reviews/store/review.ts';

/** All assets of the catalogue with all their records. */
export async function recordsOf(catalogue: Catalogue): Promise<AssetRecord[]> {
  await using records = await catalogue.openRecords();
  return (await Array.fromAsync(records.assets())).flat();
}

/** All reviews of the catalogue. */
export async function reviewsOf(catalogue: Catalogue): Promise<Review[]> {
  await using records = await catalogue.openRecords();
  return (await Array.fromAsync(records.reviews())).flat();
}

/** The newest model of a catalogue that is always available at once. */
export function newestOf(catalogue: Pick<Catalogue, 'snapshotAtHand'>): Snapshot {
  return catalogue.snapshotAtHand() ?? assert.fail('the snapshot is not at hand');
}

/** A field of assets and nodes that a bundle says no more of. */
export function fieldOf(id: number, type: InfoField['type'], more: Partial<InfoField> = {}): InfoField {
  const plain = { name: `field ${id}`, description: '', isMultiline: false, isLocalized: false };
  return { ...plain, onAssets: true, onNodes: true, items: [], showRoot: false, maxSelections: -1, id, type, ...more };
}
