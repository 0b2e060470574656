import { firstIndex } from '../../domain/binary-search.ts';
import type { WordColumns } from './segment.ts';

/** The words of a segment, sorted by UTF-16 code units. A word's number is its index. */
export interface Vocabulary {
  /** Returns the range `[first, end)` of numbers of the words that are `word` or, with `isPrefix`, begin with it. */
  range(word: string, isPrefix: boolean): readonly [number, number];
}

export function openVocabulary({ bytes, offsets }: WordColumns['vocabulary']): Vocabulary {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = offsets.length - 1;
  const word = (number: number) => buffer.toString('utf8', offsets[number], offsets[number + 1]);
  const firstWhere = (isReached: (word: string) => boolean, from = 0) =>
    firstIndex(from, size, (number) => isReached(word(number)));
  return {
    range: (wanted, isPrefix) => {
      const first = firstWhere((each) => each >= wanted);
      const found = first < size ? word(first) : '';
      if (!isPrefix) return [first, found === wanted ? first + 1 : first];
      return [first, found.startsWith(wanted) ? firstWhere((each) => !each.startsWith(wanted), first) : first];
    },
  };
}
