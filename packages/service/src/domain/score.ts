/** How well an asset fits a full text: BM25 with weighted fields (BM25F), so that a word in the name counts more (decisions 5). */

/** Weight of one occurrence in the file name; anywhere else it is 1. */
export const NAME_WEIGHT = 3;

/** Weight of all occurrences in an asset at most; more tell nothing more. */
export const MOST_WEIGHT = 255;

/** How soon more occurrences stop to matter, and how much longer texts are held against their words: the usual values. */
const SATURATION = 1.2;
const LENGTH_INFLUENCE = 0.75;

/** How much a term tells that `matching` of `assets` assets have. */
export function rarity(assets: number, matching: number): number {
  return Math.log(1 + (assets - matching + 0.5) / (matching + 0.5));
}

/** How much an asset's length is held against its words: 1 at the average. Both are words of own texts. */
export function lengthNorm(length: number, averageLength: number): number {
  return 1 - LENGTH_INFLUENCE + (LENGTH_INFLUENCE * length) / averageLength;
}

/**
 * What one term tells of an asset, times its rarity the score that it adds. `weight`: its occurrences in the asset's own texts, those
 * in the name times NAME_WEIGHT, and 1 where labels or names of nodes have it. `norm`: that of the asset's length.
 */
export function relevance(weight: number, norm: number): number {
  return (weight * (SATURATION + 1)) / (weight + SATURATION * norm);
}
