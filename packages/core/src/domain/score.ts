/**
 * Relevance for a full text: BM25 with weighted fields (BM25F), as the file name counts more (interface decisions 5).
 */

/** Weights of one occurrence: in the file name, in another text of the asset. */
export const NAME_WEIGHT = 6;
export const TEXT_WEIGHT = 2;
/** Weights of a term in any label or name of a node of the asset, else in any name of the nodes above them. */
export const LABEL_WEIGHT = 2;
export const ABOVE_WEIGHT = 1;

/** Maximum weight of all occurrences in an asset; further ones add no information. */
export const MAX_WEIGHT = 255;

/** BM25's k1 (saturation by further occurrences) and b (penalty of long texts), at their usual values. */
const SATURATION = 1.2;
const LENGTH_INFLUENCE = 0.75;

/** Returns the inverse document frequency of a term that `matching` of `assets` assets contain. */
export function inverseDocumentFrequency(assets: number, matching: number): number {
  return Math.log(1 + (assets - matching + 0.5) / (matching + 0.5));
}

/**
 * Returns the average length of texts in steps of 2 %, so that what is computed with it holds while few texts change.
 */
export function averageLength(words: number, texts: number): number {
  return words === 0 ? 1 : 2 ** (Math.round(Math.log2(words / texts) * 32) / 32);
}

/** Returns the length normalization: 1 at the average length. Lengths count the words of own texts. */
export function lengthNorm(length: number, averageLength: number): number {
  return 1 - LENGTH_INFLUENCE + (LENGTH_INFLUENCE * length) / averageLength;
}

/**
 * Returns the relevance of one term for an asset; multiplied by the term's inverse document frequency, it is the term's
 * share of the score. `weight`: the sum of the weights of its occurrences. `norm`: the length normalization of the
 * asset.
 */
export function relevance(weight: number, norm: number): number {
  const frequency = weight / TEXT_WEIGHT;
  return (frequency * (SATURATION + 1)) / (frequency + SATURATION * norm);
}

/** Share of a term in the text of a file beside one in a field: even many there are less than one here. */
const DOCUMENT_SHARE = 0.1;
/** How often a document has a term, at most: further occurrences add no information. */
export const MAX_FREQUENCY = 15;

/**
 * Returns what a term adds to `relevance` that is in the text of the file, `frequency` times. `norm`: that of the
 * number of words of the text among all texts of files.
 */
export function documentRelevance(frequency: number, norm: number): number {
  return (DOCUMENT_SHARE * frequency * (SATURATION + 1)) / (frequency + SATURATION * norm);
}
