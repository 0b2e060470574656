import type { OpenSegment } from './open-segment.ts';

/** Average numbers of words; the same object as long as they are the same. */
export interface Averages {
  readonly ofTexts: number;
  readonly ofDocuments: number;
}

/** How many assets there are, and how many words their own texts have; how many documents, and how many words these. */
export interface TextCounts {
  readonly assets: number;
  readonly words: number;
  readonly documents: number;
  readonly documentWords: number;
}

/** Counts the texts of docs. */
export function textCountsOf({ columns }: OpenSegment, docs: Uint32Array): TextCounts {
  const { documentLengths } = columns;
  const { lengths } = columns.words;
  let [words, documents, documentWords] = [0, 0, 0];
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    words += lengths[doc] as number;
    // Empty where no asset has a document.
    const length = documentLengths[doc] ?? 0;
    if (length > 0) documents += 1;
    documentWords += length;
  }
  return { assets: docs.length, words, documents, documentWords };
}

/** Adds counts, or takes them off with `sign` -1. */
export function joinCounts(one: TextCounts, other: TextCounts, sign: 1 | -1 = 1): TextCounts {
  return {
    assets: one.assets + sign * other.assets,
    words: one.words + sign * other.words,
    documents: one.documents + sign * other.documents,
    documentWords: one.documentWords + sign * other.documentWords,
  };
}
