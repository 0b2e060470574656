/** Finds the terms of a search in the text of a file. */
import type { TextTerm } from './full-text.ts';
import { wordsOfPiece } from './split-words.ts';
import { placesOfWords } from './word-places.ts';
import { piecesOf } from './words.ts';

/** A term in a page. */
export interface Match {
  readonly page: number;
  readonly start: number;
  readonly end: number;
  readonly term: TextTerm;
}

/** Returns the terms that are marked in a text: those that are not excluded, and not sought elsewhere. */
export function soughtIn(terms: readonly TextTerm[]): readonly TextTerm[] {
  return terms.filter(({ isExcluded, within }) => !isExcluded && within !== 'metadata');
}

/** Returns matches in the order of their ends. */
export function* matchesIn(pages: readonly string[], terms: readonly TextTerm[]): Generator<Match> {
  if (terms.length === 0) return;
  const fits = openWords(terms);
  for (const [page, text] of pages.entries()) {
    /** Terms of which some words were just there. */
    let begun: { readonly term: TextTerm; readonly words: number; readonly start: number }[] = [];
    for (const { 0: piece, index } of piecesOf(text)) {
      const words = wordsOfPiece(piece);
      let places: ReturnType<typeof placesOfWords> | undefined;
      for (let i = 0; i < words.length; i++) {
        const word = words[i] as string;
        const starting = fits.starting(word);
        if (begun.length === 0 && starting.length === 0) continue;
        places ??= placesOfWords(piece);
        const [start, end] = (places[i] ?? [0, piece.length]).map((at) => at + index) as [number, number];
        const going = begun.filter((each) => fitsAt(each.term, each.words, word));
        const all = [
          ...going.map((each) => ({ ...each, words: each.words + 1 })),
          ...starting.map((term) => ({ term, words: 1, start })),
        ];
        begun = [];
        for (const each of all) {
          if (each.words < each.term.words.length) {
            begun.push(each);
            continue;
          }
          yield { page, start: each.start, end, term: each.term };
        }
      }
    }
  }
}

function fitsAt({ words, isPrefix }: TextTerm, place: number, word: string): boolean {
  const wanted = words[place] as string;
  return isPrefix && place === words.length - 1 ? word.startsWith(wanted) : word === wanted;
}

/** Finds the terms that begin with a word. */
function openWords(terms: readonly TextTerm[]) {
  const whole = new Map<string, TextTerm[]>();
  const prefixes: TextTerm[] = [];
  for (const term of terms) {
    if (term.words.length === 1 && term.isPrefix) prefixes.push(term);
    else whole.getOrInsertComputed(term.words[0] as string, () => []).push(term);
  }
  return {
    starting: (word: string): readonly TextTerm[] => {
      const own = whole.get(word) ?? NO_TERMS;
      const longer = prefixes.length === 0 ? NO_TERMS : prefixes.filter(({ words }) => word.startsWith(words[0] ?? ''));
      return longer.length === 0 ? own : [...own, ...longer];
    },
  };
}

const NO_TERMS: readonly TextTerm[] = [];
