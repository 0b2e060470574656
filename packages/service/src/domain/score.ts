/**
 * Relevance for a full text: BM25 with weighted fields (BM25F), as the file name counts more (interface decisions 5).
 */

/** Weight of one occurrence in the file name; occurrences elsewhere weigh 1. */
export const NAME_WEIGHT = 3;

/** Maximum weight of all occurrences in an asset; further ones add no information. */
export const MOST_WEIGHT = 255;

/** BM25's k1 (saturation by further occurrences) and b (penalty of long texts), at their usual values. */
const SATURATION = 1.2;
const LENGTH_INFLUENCE = 0.75;

/** Returns the inverse document frequency of a term that `matching` of `assets` assets contain. */
export function inverseDocumentFrequency(assets: number, matching: number): number {
  return Math.log(1 + (assets - matching + 0.5) / (matching + 0.5));
}

/** Returns the length normalization: 1 at the average length. Lengths count the words of own texts. */
export function lengthNorm(length: number, averageLength: number): number {
  return 1 - LENGTH_INFLUENCE + (LENGTH_INFLUENCE * length) / averageLength;
}

/**
 * Returns the relevance of one term for an asset; multiplied by the term's inverse document frequency, it is the term's
 * share of the score. `weight`: the occurrences in the asset's own texts, those in the file name times NAME_WEIGHT,
 * plus 1 if labels or node names contain the term. `norm`: the length normalization of the asset.
 */
export function relevance(weight: number, norm: number): number {
  return (weight * (SATURATION + 1)) / (weight + SATURATION * norm);
}
