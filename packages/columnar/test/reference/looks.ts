/** Similar pictures and duplicates in their simplest form: each answer compares every two assets. */
import { distanceOf, readFeatures } from '../../../core/src/domain/features.ts';
import type { AssetRecord } from '../../../core/src/domain/model.ts';
import type { DuplicateGroup } from '../../src/search-index.ts';

/** Undefined if one of them has no features. */
function distanceBetween(one: AssetRecord, other: AssetRecord): number | undefined {
  const [a, b] = [one, other].map(
    ({ active: { file, properties } }) => file && readFeatures(properties.features ?? ''),
  );
  return a && b && distanceOf(a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0));
}

/** True for a picture at which nobody has looked yet. */
export function isPending({ active: { file, properties } }: AssetRecord): boolean {
  return file !== undefined && properties.features === undefined;
}

/** Those of `among` that are near the asset, the nearest first. */
export function nearest(asset: AssetRecord, among: readonly AssetRecord[], maxDistance: number) {
  return among
    .filter(({ id }) => id !== asset.id)
    .flatMap((each) => {
      const distance = distanceBetween(asset, each);
      return distance !== undefined && distance <= maxDistance ? [{ id: each.id, distance }] : [];
    })
    .sort((a, b) => a.distance - b.distance || a.id - b.id);
}

/** All groups among these assets, which are in ascending order of ID. */
export function groupsOf(assets: readonly AssetRecord[], maxDistance: number): readonly DuplicateGroup[] {
  const group = (kind: DuplicateGroup['kind'], isAlike: (leader: AssetRecord, other: AssetRecord) => boolean) => {
    let left = assets;
    const groups: DuplicateGroup[] = [];
    for (const leader of assets) {
      if (!left.includes(leader)) continue;
      const members = left.filter((each) => each === leader || isAlike(leader, each));
      left = left.filter((each) => !members.includes(each));
      if (members.length > 1) groups.push({ kind, ids: members.map(({ id }) => id) });
    }
    return groups;
  };
  const file = ({ active }: AssetRecord) => active.file?.sha256;
  return [
    ...group('exact', (leader, each) => file(leader) !== undefined && file(leader) === file(each)),
    ...group('near', (leader, each) => (distanceBetween(leader, each) ?? 2) <= maxDistance),
  ].sort((a, b) => b.ids.length - a.ids.length || (a.ids[0] ?? 0) - (b.ids[0] ?? 0));
}
