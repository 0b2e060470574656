import { fold, foldedWords } from './words.ts';

/** A range of UTF-16 units. */
export type Place = readonly [start: number, end: number];

const ASCII = /^\p{ASCII}*$/v;

/** A character with the marks that belong to it, or the parts of a Hangul syllable. */
const PIECE = /[\u1100-\u115F\uA960-\uA97C]*[\s\S][\p{M}\u1160-\u11FF\uD7B0-\uD7FB]*/gu;

/** Returns the place of each word that `wordsOf` finds in a text: that of the real characters, before they are folded. */
export function placesOfWords(text: string): readonly Place[] {
  if (ASCII.test(text)) {
    return Array.from(foldedWords(text.toLowerCase()), ({ 0: word, index }) => [index, index + word.length]);
  }
  const folded = fold(text);
  // Where in the text the piece of each unit of the folded text begins and ends.
  const starts = new Uint32Array(folded.length);
  const ends = new Uint32Array(folded.length);
  let at = 0;
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const own = fold(piece);
    // What folds to something else together than apart has no places of its own.
    if (!folded.startsWith(own, at)) {
      at = -1;
      break;
    }
    starts.fill(index, at, at + own.length);
    ends.fill(index + piece.length, at, at + own.length);
    at += own.length;
  }
  const isApart = at === folded.length;
  return Array.from(foldedWords(folded), ({ 0: word, index }) =>
    isApart ? [starts[index] as number, ends[index + word.length - 1] as number] : [0, text.length],
  );
}
