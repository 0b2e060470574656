/**
 * Builds what a segment knows of its words: the vocabulary, the docs that have each word, and the texts as numbers of
 * words.
 */
import { MAX_WEIGHT, NAME_WEIGHT, TEXT_WEIGHT } from '../../core/src/domain/score.ts';
import { wordsOf } from '../../core/src/domain/words.ts';
import { Growing, narrow } from './columns.ts';
import { fitsNarrowTexts, NAME_SLOT, TEXT_MARK, textMark, type WordColumns } from './segment.ts';

export interface WordBuilder {
  add(text: string, slot: number): void;
  endDoc(): void;
  columns(): WordColumns;
}

export function openWordBuilder(): WordBuilder {
  const numbers = new Map<string, number>();
  const stream = new Growing();
  const offsets = new Growing();
  const lengths = new Growing();
  offsets.push(0);
  let length = 0;
  let longest = 0;
  let slots = 0;
  const take = (word: string) => {
    let number = numbers.get(word);
    if (number === undefined) {
      number = numbers.size;
      // The word is a slice of its text; copying it keeps the slice from holding the whole text in memory.
      numbers.set(Buffer.from(word).toString(), number);
    }
    stream.push(number);
    length += 1;
  };
  return {
    add: (text, slot) => {
      const start = stream.length;
      slots = Math.max(slots, slot + 1);
      stream.push(TEXT_MARK + slot);
      for (const word of wordsOf(text)) take(word);
      if (stream.length === start + 1) stream.length = start;
    },
    endDoc: () => {
      offsets.push(stream.length);
      lengths.push(length);
      longest = Math.max(longest, length);
      length = 0;
    },
    columns: () => {
      const { vocabulary, places } = packWords([...numbers.keys()]);
      const texts = { offsets: offsets.values().slice(), words: renumbered(stream.values(), places, slots) };
      return {
        vocabulary,
        texts,
        lengths: narrow(lengths.values(), longest),
        postings: postingsOf(texts, numbers.size),
      };
    },
  };
}

/** Renumbers words by their place in the vocabulary and stores them with the marks in the narrowest array. */
function renumbered(stream: Uint32Array, places: Uint32Array, slots: number): Uint16Array | Uint32Array {
  const words = fitsNarrowTexts(places.length, slots) ? new Uint16Array(stream.length) : new Uint32Array(stream.length);
  const mark = textMark(words);
  for (let i = 0; i < stream.length; i++) {
    const word = stream[i] as number;
    words[i] = word < TEXT_MARK ? (places[word] as number) : mark + (word - TEXT_MARK);
  }
  return words;
}

/** Returns the words in order, and the new position of each by its old one. */
export function packWords(words: readonly string[]): { vocabulary: WordColumns['vocabulary']; places: Uint32Array } {
  const order = [...words.keys()].sort((a, b) => ((words[a] as string) < (words[b] as string) ? -1 : 1));
  const places = new Uint32Array(words.length);
  const offsets = new Uint32Array(words.length + 1);
  const parts: Buffer[] = [];
  order.forEach((old, place) => {
    const part = Buffer.from(words[old] as string);
    places[old] = place;
    parts.push(part);
    offsets[place + 1] = (offsets[place] as number) + part.length;
  });
  return { vocabulary: { bytes: new Uint8Array(Buffer.concat(parts)), offsets }, places };
}

/** Returns the posting lists: the docs of each word with its weight in them. */
function postingsOf({ offsets, words }: WordColumns['texts'], wordCount: number): WordColumns['postings'] {
  // A word counts once per doc, at its first occurrence.
  const lastDoc = new Int32Array(wordCount).fill(-1);
  const starts = new Uint32Array(wordCount + 1);
  const docCount = offsets.length - 1;
  const mark = textMark(words);
  for (let doc = 0; doc < docCount; doc++) {
    for (let i = offsets[doc] as number; i < (offsets[doc + 1] as number); i++) {
      const word = words[i] as number;
      if (word >= mark || lastDoc[word] === doc) continue;
      lastDoc[word] = doc;
      starts[word + 1] = (starts[word + 1] as number) + 1;
    }
  }
  for (let word = 0; word < wordCount; word++)
    starts[word + 1] = (starts[word + 1] as number) + (starts[word] as number);

  lastDoc.fill(-1);
  const cursors = starts.slice();
  const docs = new Uint32Array(starts[wordCount] as number);
  const weights = new Uint8Array(docs.length);
  for (let doc = 0; doc < docCount; doc++) {
    let weight = 1;
    for (let i = offsets[doc] as number; i < (offsets[doc + 1] as number); i++) {
      const word = words[i] as number;
      if (word >= mark) {
        weight = word === mark + NAME_SLOT ? NAME_WEIGHT : TEXT_WEIGHT;
        continue;
      }
      if (lastDoc[word] !== doc) {
        lastDoc[word] = doc;
        docs[cursors[word] as number] = doc;
        cursors[word] = (cursors[word] as number) + 1;
      }
      const at = (cursors[word] as number) - 1;
      weights[at] = Math.min(MAX_WEIGHT, (weights[at] as number) + weight);
    }
  }
  return { offsets: starts, docs, weights };
}
