/**
 * Builds what a segment knows of its words: the vocabulary, the docs that have each word, and the texts as numbers of
 * words.
 */
import { MAX_WEIGHT, NAME_WEIGHT, TEXT_WEIGHT } from '../../core/src/domain/score.ts';
import { type Codes, free, Growing, newColumn } from './columns.ts';
import { fitsNarrowTexts, NAME_SLOT, textMark, type WordColumns } from './segment.ts';
import { NEXT_TEXT, type TextPool } from './text-pool.ts';
import { WordNumbers } from './word-numbers.ts';

/** The numbers of the docs' texts in one slot. */
export interface SlotTexts {
  readonly slot: number;
  readonly numbers: Codes;
}

/** Builds the words of all slots. The pool lets go of its texts meanwhile, and the memory of the numbers is freed. */
export function buildWords(pool: TextPool, slots: readonly SlotTexts[], docs: number): WordColumns {
  const known = new WordNumbers();
  const stream = new Growing();
  const starts = new Uint32Array(pool.size + 1);
  const isUsed = new Uint8Array(pool.size);
  for (const { numbers } of slots) for (let doc = 0; doc < docs; doc++) isUsed[numbers[doc] as number] = 1;
  for (let number = 0; number < pool.size; number++) {
    pool.release(number);
    if (isUsed[number] === 1) pool.split(number, known, stream);
    starts[number + 1] = stream.length;
  }
  pool.release();
  const codes = stream.own();
  const { vocabulary, places } = packWords(known.words());

  const offsets = newColumn(Uint32Array, docs + 1);
  for (let doc = 0; doc < docs; doc++) {
    let length = 0;
    for (const { numbers } of slots) {
      const number = numbers[doc] as number;
      const own = (starts[number + 1] as number) - (starts[number] as number);
      // One more for the mark.
      if (own > 0) length += own + 1;
    }
    offsets[doc + 1] = (offsets[doc] as number) + length;
  }
  const words = newWords(places.length, Math.max(...slots.map(({ slot }) => slot)) + 1, offsets[docs] as number);
  const lengths = new Growing();
  let longest = 0;
  let at = 0;
  for (let doc = 0; doc < docs; doc++) {
    let length = 0;
    for (const { slot, numbers } of slots) {
      const mark = textMark(words) + slot;
      const number = numbers[doc] as number;
      const end = starts[number + 1] as number;
      let i = starts[number] as number;
      if (i < end) words[at++] = mark;
      for (; i < end; i++) {
        const code = codes[i] as number;
        if (code !== NEXT_TEXT) length += 1;
        words[at++] = code === NEXT_TEXT ? mark : (places[code - 1] as number);
      }
    }
    lengths.push(length);
    longest = Math.max(longest, length);
  }
  free(codes, starts, places, ...slots.map(({ numbers }) => numbers));
  return wordColumns(vocabulary, { offsets, words }, lengths.narrow(longest));
}

/** Returns zeros for the texts of docs, in the narrowest type for so many words and slots. */
export function newWords(words: number, slots: number, length: number): Uint16Array | Uint32Array {
  const Type = fitsNarrowTexts(words, slots) ? Uint16Array : Uint32Array;
  return newColumn<Uint16Array | Uint32Array>(Type, length);
}

export function wordColumns(
  vocabulary: WordColumns['vocabulary'],
  texts: WordColumns['texts'],
  lengths: Codes,
): WordColumns {
  return { vocabulary, texts, lengths, postings: postingsOf(texts, vocabulary.offsets.length - 1) };
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
