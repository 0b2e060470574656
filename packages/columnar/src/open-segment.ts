import { firstIndex } from '../../core/src/domain/binary-search.ts';
import { attach, type Packed } from './columns.ts';
import { allDocs, type Bits, bitsFor } from './docs.ts';
import { type DocumentWords, documentWordsOf } from './document-words.ts';
import type { Segment, WordColumns } from './segment.ts';

/** A segment opened by one thread, with memory that queries share because they run without interruption. */
export interface OpenSegment {
  readonly columns: Segment;
  /** Number of docs, deleted ones included. */
  readonly size: number;
  readonly vocabulary: Vocabulary;
  /** The words of documents, in ascending ranges of docs. */
  readonly documents: readonly OpenDocuments[];
  /** Working memory: one bit per doc, all 0 between uses. */
  readonly bits: Bits;
  /** The same, for docs that are in several of the sets that are joined in `bits`. */
  readonly twice: Bits;
  /** Working memory for a list of all docs; its contents are undefined. */
  room(): Uint32Array;
  /** Working memory: a whole number per doc, all 0 between uses. */
  sums(): Uint32Array;
  allDocs(): Uint32Array;
  /** Returns the doc of an asset ID, or undefined if the segment does not have it. */
  docOf(id: number): number | undefined;
}

/** One part of the words of documents. */
export interface OpenDocuments {
  readonly words: DocumentWords;
  readonly vocabulary: Vocabulary;
}

export function openSegment(columns: Segment, documents: readonly Packed[] = []): OpenSegment {
  const { ids } = columns;
  let sums: Uint32Array | undefined;
  let all: Uint32Array | undefined;
  let room: Uint32Array | undefined;
  return {
    columns,
    size: ids.length,
    vocabulary: openVocabulary(columns.words.vocabulary),
    documents: documents.map((packed) => {
      const words = documentWordsOf(attach(packed));
      return { words, vocabulary: openVocabulary(words.vocabulary) };
    }),
    bits: bitsFor(ids.length),
    twice: bitsFor(ids.length),
    room: () => (room ??= new Uint32Array(ids.length)),
    sums: () => (sums ??= new Uint32Array(ids.length)),
    allDocs: () => (all ??= allDocs(ids.length)),
    docOf: (id) => {
      const doc = firstIndex(0, ids.length, (each) => (ids[each] as number) >= id);
      return ids[doc] === id ? doc : undefined;
    },
  };
}

/** The words of a segment, sorted by UTF-16 code units. A word's number is its index. */
interface Vocabulary {
  /** Returns the range `[first, end)` of numbers of the words that are `word` or, with `isPrefix`, begin with it. */
  range(word: string, isPrefix: boolean): readonly [number, number];
  word(number: number): string;
}

function openVocabulary({ bytes, offsets }: WordColumns['vocabulary']): Vocabulary {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = offsets.length - 1;
  const word = (number: number) => buffer.toString('utf8', offsets[number], offsets[number + 1]);
  const firstWhere = (isReached: (word: string) => boolean, from = 0) =>
    firstIndex(from, size, (number) => isReached(word(number)));
  return {
    word,
    range: (wanted, isPrefix) => {
      const first = firstWhere((each) => each >= wanted);
      const found = first < size ? word(first) : '';
      if (!isPrefix) return [first, found === wanted ? first + 1 : first];
      return [first, found.startsWith(wanted) ? firstWhere((each) => !each.startsWith(wanted), first) : first];
    },
  };
}
