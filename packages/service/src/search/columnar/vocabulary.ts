import type { WordColumns } from './segment.ts';

/** The words of a segment, sorted by UTF-16 code units. A word's number is its index. */
export interface Vocabulary {
  /** Returns the number of a word, or undefined if it is unknown. */
  number(word: string): number | undefined;
  /** Returns the range `[first, end)` of numbers of the words that begin with `prefix`. */
  range(prefix: string): readonly [number, number];
}

export function openVocabulary({ bytes, offsets }: WordColumns['vocabulary']): Vocabulary {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = offsets.length - 1;
  const word = (number: number) => buffer.toString('utf8', offsets[number], offsets[number + 1]);
  const firstWhere = (isReached: (word: string) => boolean, from = 0): number => {
    let low = from;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isReached(word(middle))) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    number: (wanted) => {
      const place = firstWhere((each) => each >= wanted);
      return place < size && word(place) === wanted ? place : undefined;
    },
    range: (prefix) => {
      const first = firstWhere((each) => each >= prefix);
      return [first, firstWhere((each) => each.slice(0, prefix.length) > prefix, first)];
    },
  };
}
