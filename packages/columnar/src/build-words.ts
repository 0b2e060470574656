/**
 * Builds what a segment knows of its words: the vocabulary, the docs that have each word, and the texts as numbers of
 * words.
 */
import { MAX_WEIGHT, NAME_WEIGHT, TEXT_WEIGHT } from '../../core/src/domain/score.ts';
import { eachWord } from '../../core/src/domain/words.ts';
import { Growing, newColumn } from './columns.ts';
import { fitsNarrowTexts, NAME_SLOT, TEXT_MARK, textMark, type WordColumns } from './segment.ts';
import { WordNumbers } from './word-numbers.ts';

/** The words of another segment. */
export interface CopiedWords {
  readonly texts: WordColumns['texts'];
  /** The numbers of its words in the segment that is being built. */
  readonly numbers: Uint32Array;
}

export interface WordBuilder {
  add(text: string, slot: number): void;
  /** Returns the number of a word. Where they are given in order first, sorting them takes little time. */
  numberOf(word: string): number;
  /** Adds the texts of a doc of another segment. */
  copy(from: CopiedWords, doc: number): void;
  endDoc(): void;
  columns(): WordColumns;
}

export function openWordBuilder(): WordBuilder {
  const numbers = new WordNumbers();
  const stream = new Growing();
  const offsets = new Growing();
  const lengths = new Growing();
  offsets.push(0);
  let length = 0;
  let longest = 0;
  let slots = 0;
  const take = (number: number) => {
    stream.push(number);
    length += 1;
  };
  return {
    add: (text, slot) => {
      slots = Math.max(slots, slot + 1);
      let isFirst = true;
      eachWord(text, (source, start, end) => {
        if (isFirst) stream.push(TEXT_MARK + slot);
        isFirst = false;
        take(numbers.numberOf(source, start, end));
      });
    },
    numberOf: (word) => numbers.numberOf(word),
    copy: ({ texts: { offsets: starts, words }, numbers: known }, doc) => {
      const mark = textMark(words);
      for (let at = starts[doc] as number; at < (starts[doc + 1] as number); at++) {
        const word = words[at] as number;
        if (word >= mark) {
          slots = Math.max(slots, word - mark + 1);
          stream.push(TEXT_MARK + (word - mark));
          continue;
        }
        take(known[word] as number);
      }
    },
    endDoc: () => {
      offsets.push(stream.length);
      lengths.push(length);
      longest = Math.max(longest, length);
      length = 0;
    },
    columns: () => {
      const { vocabulary, places } = packWords(numbers.words);
      const texts = { offsets: offsets.column(), words: renumbered(stream, places, slots) };
      return {
        vocabulary,
        texts,
        lengths: lengths.narrow(longest),
        postings: postingsOf(texts, numbers.words.length),
      };
    },
  };
}

/** Renumbers words by their place in the vocabulary and stores them with the marks in the narrowest array. */
function renumbered(stream: Growing, places: Uint32Array, slots: number): Uint16Array | Uint32Array {
  const isNarrow = fitsNarrowTexts(places.length, slots);
  const words = newColumn<Uint16Array | Uint32Array>(isNarrow ? Uint16Array : Uint32Array, stream.length);
  const mark = textMark(words);
  let at = 0;
  for (const chunk of stream.chunks()) {
    for (let i = 0; i < chunk.length; i++) {
      const word = chunk[i] as number;
      words[at++] = word < TEXT_MARK ? (places[word] as number) : mark + (word - TEXT_MARK);
    }
  }
  stream.clear();
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
  const docs = newColumn(Uint32Array, starts[wordCount] as number);
  const weights = newColumn(Uint8Array, docs.length);
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
