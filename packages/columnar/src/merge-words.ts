/** Merges the words of segments (`merge-segments.ts`). */
import { newWords, packWords, wordColumns } from './build-words.ts';
import { newColumn } from './columns.ts';
import type { MergedDocs, MergeSource } from './merged-docs.ts';
import { NONE, textMark, type WordColumns } from './segment.ts';
import { WordNumbers } from './word-numbers.ts';

export function mergeWords(merged: MergedDocs, sources: readonly MergeSource[]): WordColumns {
  const known = new WordNumbers();
  let slots = 0;
  const copied = sources.map(({ open: { vocabulary, columns } }, source) => {
    const { texts, lengths } = columns.words;
    const used = usedWords(columns.words, merged.places[source] as Uint32Array);
    slots = Math.max(slots, used.slots);
    // The number of each word in `known`, later its place among all.
    const numbers = used.words.map((isUsed, word) => (isUsed === 1 ? known.numberOf(vocabulary.word(word)) : NONE));
    return { texts, lengths, numbers };
  });
  const { vocabulary, places } = packWords(known.words());
  for (const { numbers } of copied) {
    for (let word = 0; word < numbers.length; word++) numbers[word] = places[numbers[word] as number] ?? NONE;
  }

  const offsets = newColumn(Uint32Array, merged.size + 1);
  for (let doc = 0; doc < merged.size; doc++) {
    const { offsets: own } = (copied[merged.sources[doc] as number] as (typeof copied)[number]).texts;
    const old = merged.docs[doc] as number;
    offsets[doc + 1] = (offsets[doc] as number) + (own[old + 1] as number) - (own[old] as number);
  }
  const words = newWords(places.length, slots, offsets[merged.size] as number);
  const mark = textMark(words);
  for (let doc = 0, at = 0; doc < merged.size; doc++) {
    const { texts, numbers } = copied[merged.sources[doc] as number] as (typeof copied)[number];
    const own = texts.words;
    const ownMark = textMark(own);
    const old = merged.docs[doc] as number;
    const end = texts.offsets[old + 1] as number;
    for (let i = texts.offsets[old] as number; i < end; i++) {
      const word = own[i] as number;
      words[at++] = word >= ownMark ? mark + (word - ownMark) : (numbers[word] as number);
    }
  }
  return wordColumns(vocabulary, { offsets, words }, merged.codes(copied.map(({ lengths }) => lengths)));
}

/** Returns 1 for each word that a doc with a place has, and how many slots these have. */
function usedWords({ vocabulary, texts: { offsets, words } }: WordColumns, places: Uint32Array) {
  const used = new Uint32Array(vocabulary.offsets.length - 1);
  const mark = textMark(words);
  let slots = 0;
  for (let doc = 0; doc < places.length; doc++) {
    if (places[doc] === NONE) continue;
    for (let at = offsets[doc] as number; at < (offsets[doc + 1] as number); at++) {
      const word = words[at] as number;
      if (word < mark) used[word] = 1;
      else slots = Math.max(slots, word - mark + 1);
    }
  }
  return { words: used, slots };
}
