import { wordsOf } from './words.ts';

/** Whatever stands between two blanks, with its words: texts repeat most of it, and folding it costs far more. */
const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 200_000;
/** Longer ones seldom come again. */
const MAX_LENGTH = 48;

/** Calls `take` for each word of a text (`wordsOf`), in order. */
export function splitWords(text: string, take: (word: string) => void): void {
  for (const piece of text.split(/\s+/)) {
    const words = wordsOfPiece(piece);
    for (let i = 0; i < words.length; i++) take(words[i] as string);
  }
}

/** Returns the words of a text without blanks. */
export function wordsOfPiece(piece: string): readonly string[] {
  const found = known.get(piece);
  if (found) return found;
  // Copies, because a part of a text keeps all of it in memory.
  const words = wordsOf(piece).map(copied);
  if (piece.length > MAX_LENGTH) return words;
  if (known.size === MAX_KNOWN) known.clear();
  known.set(copied(piece), words);
  return words;
}

function copied(text: string): string {
  return Buffer.from(text).toString();
}
