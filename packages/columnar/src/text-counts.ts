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

/** Counts the texts of docs of several segments. */
export function textCountsOf(parts: Iterable<readonly [OpenSegment, docs: Uint32Array]>): TextCounts {
  let [assets, words, documents, documentWords] = [0, 0, 0, 0];
  for (const [{ columns }, docs] of parts) {
    const { documentLengths } = columns;
    const { lengths } = columns.words;
    assets += docs.length;
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] as number;
      words += lengths[doc] as number;
      // Empty where no asset has a document.
      const length = documentLengths[doc] ?? 0;
      if (length > 0) documents += 1;
      documentWords += length;
    }
  }
  return { assets, words, documents, documentWords };
}

/** Takes off the counts of what is among them. */
export function countsWithout(all: TextCounts, gone: TextCounts): TextCounts {
  return {
    assets: all.assets - gone.assets,
    words: all.words - gone.words,
    documents: all.documents - gone.documents,
    documentWords: all.documentWords - gone.documentWords,
  };
}
