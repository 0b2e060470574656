import { allDocs, type Bits, bitsFor } from './docs.ts';
import type { Segment } from './segment.ts';
import { openVocabulary, type Vocabulary } from './vocabulary.ts';

/** A segment as one thread uses it: with the room that queries work in, which are never interrupted. */
export interface OpenSegment {
  readonly columns: Segment;
  /** Number of docs, dead ones among them. */
  readonly size: number;
  readonly vocabulary: Vocabulary;
  /** All 0 between two uses. */
  readonly bits: Bits;
  /** The same; for what is in several sets that are joined in `bits`. */
  readonly twice: Bits;
  /** Room for a list of all docs; what is in it means nothing. */
  room(): Uint32Array;
  /** A whole number per doc, all 0 between two uses. */
  sums(): Uint32Array;
  allDocs(): Uint32Array;
  /** The doc of an asset ID; undefined where it isn't here. */
  docOf(id: number): number | undefined;
}

export function openSegment(columns: Segment): OpenSegment {
  const { ids } = columns;
  let sums: Uint32Array | undefined;
  let all: Uint32Array | undefined;
  let room: Uint32Array | undefined;
  return {
    columns,
    size: ids.length,
    vocabulary: openVocabulary(columns.words.vocabulary),
    bits: bitsFor(ids.length),
    twice: bitsFor(ids.length),
    room: () => (room ??= new Uint32Array(ids.length)),
    sums: () => (sums ??= new Uint32Array(ids.length)),
    allDocs: () => (all ??= allDocs(ids.length)),
    docOf: (id) => {
      let low = 0;
      let high = ids.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((ids[middle] as number) < id) low = middle + 1;
        else high = middle;
      }
      return ids[low] === id ? low : undefined;
    },
  };
}
