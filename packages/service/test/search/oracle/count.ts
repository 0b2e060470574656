import type { PreOrder } from './pre-order.ts';

/** The assets linked to the node at one place; the same asset may be named twice. */
export interface LinkedAssets {
  readonly place: number;
  readonly assets: readonly number[];
}

/**
 * Distinct assets per place of the pre-order. `links` come in ascending order of places, any number for each place;
 * `hidden` assets don't count.
 *
 * With `recursive` an asset counts once for its node and everything above. Each link adds 1 there; where the links of one
 * asset meet, at the lowest common ancestor of neighbours in pre-order, 1 of the two is taken back; one sum from the leaves
 * to the roots then gives every sub-tree (architecture 4).
 */
export function countDistinct(
  order: PreOrder,
  links: Iterable<LinkedAssets>,
  { recursive, hidden }: { readonly recursive: boolean; readonly hidden: ReadonlySet<number> },
): Int32Array {
  const counts = new Int32Array(order.ids.length);
  const lastPlace = new Map<number, number>();
  for (const { place, assets } of links) {
    for (const asset of assets) {
      const last = lastPlace.get(asset);
      if (last === place || hidden.has(asset)) continue;
      counts[place] = (counts[place] ?? 0) + 1;
      lastPlace.set(asset, place);
      if (!recursive || last === undefined) continue;
      const meeting = lowestCommonAncestor(order, last, place);
      if (meeting >= 0) counts[meeting] = (counts[meeting] ?? 0) - 1;
    }
  }
  if (recursive) sumUpwards(order, counts);
  return counts;
}

/** Place of the lowest node that holds both, `first` before `second`; -1 when they stand in different trees. */
function lowestCommonAncestor({ parent, end }: PreOrder, first: number, second: number): number {
  let place = first;
  while (place >= 0 && (end[place] ?? 0) <= second) place = parent[place] ?? -1;
  return place;
}

function sumUpwards({ parent }: PreOrder, counts: Int32Array): void {
  for (let place = counts.length - 1; place >= 0; place--) {
    const above = parent[place] ?? -1;
    if (above >= 0) counts[above] = (counts[above] ?? 0) + (counts[place] ?? 0);
  }
}
