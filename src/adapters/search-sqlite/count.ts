import type { PreOrder } from './pre-order.ts';

/** The assets linked to the node at one place; the same asset may be named twice. */
export interface LinkedAssets {
  readonly place: number;
  readonly assets: readonly number[];
}

/**
 * Distinct assets per place of the pre-order. `links` come in ascending order of places, one or more for each place;
 * `isHidden` tells the assets that don't count.
 *
 * With `recursive` an asset counts once for its node and everything above. Each link adds 1 there; where the links of one
 * asset meet, at the lowest common ancestor of neighbours in pre-order, 1 of the two is taken back; one sum from the leaves
 * to the roots then gives every sub-tree (architecture 4).
 */
export function countDistinct(
  order: PreOrder,
  links: readonly LinkedAssets[],
  options: { readonly recursive: boolean; readonly isHidden: (asset: number) => boolean },
): Int32Array {
  const counts = new Int32Array(order.ids.length);
  const lastPlaces = placeByAsset(links);
  for (const { place, assets } of links) {
    for (const asset of assets) {
      const last = lastPlaces.get(asset);
      if (last === place || options.isHidden(asset)) continue;
      counts[place] = (counts[place] ?? 0) + 1;
      lastPlaces.set(asset, place);
      if (!options.recursive || last === undefined) continue;
      const meeting = lowestCommonAncestor(order, last, place);
      if (meeting >= 0) counts[meeting] = (counts[meeting] ?? 0) - 1;
    }
  }
  if (options.recursive) sumUpwards(order, counts);
  return counts;
}

/** Highest asset ID for which a table of all IDs is made; it costs 4 bytes each. */
const HIGHEST_IN_TABLE = 4_000_000;

interface Places {
  get(asset: number): number | undefined;
  set(asset: number, place: number): void;
}

/** Remembers a place per asset. Small IDs, which are the rule, stand in a table: that takes half the time of a map. */
function placeByAsset(links: readonly LinkedAssets[]): Places {
  let lowest = 0;
  let highest = 0;
  for (const { assets } of links) {
    for (const asset of assets) {
      if (asset < lowest) lowest = asset;
      if (asset > highest) highest = asset;
    }
  }
  if (lowest < 0 || highest > HIGHEST_IN_TABLE) return new Map<number, number>();
  const table = new Int32Array(highest + 1).fill(-1);
  return {
    get: (asset) => (table[asset] === -1 ? undefined : table[asset]),
    set: (asset, place) => {
      table[asset] = place;
    },
  };
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
