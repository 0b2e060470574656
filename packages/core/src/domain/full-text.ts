import { wordsOf } from './words.ts';

/** A search term: one word, or a phrase of consecutive words. */
export interface TextTerm {
  /** Folded words (see `fold`); at least one. */
  readonly words: readonly string[];
  /** True if the last word is a prefix. */
  readonly isPrefix: boolean;
  /** True if assets with this term are excluded. */
  readonly isExcluded: boolean;
  /** Where to look, if not everywhere. */
  readonly within?: TextPlace;
}

/** The fields, names and labels of an asset, or the text of its file. */
export type TextPlace = 'metadata' | 'content';

// An optional minus, then a quoted phrase or everything up to a blank. An unclosed quote extends to the end of the
// text.
const TERM = /(?<minus>-?)(?:"(?<phrase>[^"]*)(?:"|$)|(?<plain>[^\s"]+))(?<star>\*?)/gy;
const BLANKS = /\s*/y;
/** Double quotes of the languages of the world. Single ones are apostrophes, too, so they quote nothing. */
const QUOTES = /[“”„‟«»＂〝〞〟「」『』《》﹁﹂﹃﹄｢｣⹂]/g;

/** Replaces typographic double quotes by `"`. */
export function plainQuotes(text: string): string {
  return text.replace(QUOTES, '"');
}

/**
 * Parses a full text into terms (interface decisions 5): `word`, `word*`, `"two words"`, `-word`. A plain term that
 * splits into several words becomes a phrase. Terms without a word and repeated terms are dropped. Never fails: every
 * text is valid. Takes time linear in the length of the text. `asPrefixes` reads plain terms as if they were
 * written with `*`; quoted phrases and exclusions stay as they are.
 */
export function readFullText(
  written: string,
  { asPrefixes = false, within }: { readonly asPrefixes?: boolean; readonly within?: TextPlace | undefined } = {},
): readonly TextTerm[] {
  const terms = new Map<string, TextTerm>();
  for (const { text, isPlain, isExcluded, hasStar } of termsIn(written)) {
    const words = wordsOf(text);
    const isPrefix = hasStar || (asPrefixes && isPlain && !isExcluded);
    const term = { words, isPrefix, isExcluded, ...(within && { within }) };
    const key = JSON.stringify(term);
    if (words.length === 0 || terms.has(key)) continue;
    terms.set(key, term);
  }
  return [...terms.values()];
}

/** A term as it is written, without signs and quotes, and where its text begins. */
interface WrittenTerm {
  readonly text: string;
  readonly start: number;
  /** True without quotes. */
  readonly isPlain: boolean;
  readonly isExcluded: boolean;
  readonly hasStar: boolean;
}

function* termsIn(written: string): Iterable<WrittenTerm> {
  const text = plainQuotes(written);
  for (let at = 0; at < text.length; ) {
    TERM.lastIndex = at;
    const match = TERM.exec(text);
    if (!match) {
      BLANKS.lastIndex = at;
      BLANKS.exec(text);
      at = Math.max(at + 1, BLANKS.lastIndex);
      continue;
    }
    const { minus = '', phrase, plain = '', star } = match.groups ?? {};
    const isPlain = phrase === undefined;
    yield {
      text: phrase ?? plain,
      start: at + minus.length + (isPlain ? 0 : 1),
      isPlain,
      isExcluded: minus === '-',
      hasStar: star === '*' || (isPlain && plain.endsWith('*')),
    };
    at = TERM.lastIndex;
  }
}

/** A word of a plain term, and its place in the text. */
export interface PlainWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the words that are written without quotes, minus and star, in order. Joined ones that fold apart are left out. */
export function plainWordsIn(written: string): readonly PlainWord[] {
  return [...termsIn(written)].flatMap(({ text, start, isPlain, isExcluded, hasStar }) => {
    if (!isPlain || isExcluded || hasStar) return [];
    const words = wordsOf(text);
    const runs = [...text.matchAll(WRITTEN_WORD)];
    if (runs.length !== words.length) {
      return words.length === 1 ? [{ word: words[0] as string, start, end: start + text.length }] : [];
    }
    return runs.map(([run], i) => {
      const at = start + (runs[i]?.index ?? 0);
      return { word: words[i] as string, start: at, end: at + run.length };
    });
  });
}

/** Letters, digits and their marks. */
const WRITTEN_WORD = /[\p{L}\p{N}\p{M}]+/gu;
