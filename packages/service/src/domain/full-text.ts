import { wordsOf } from './words.ts';

/** A word of a full text, or several that follow each other. */
interface Term {
  /** Folded, at least one. */
  readonly words: readonly string[];
  /** The last word may go on. */
  readonly isPrefix: boolean;
  /** What has it is not wanted. */
  readonly isExcluded: boolean;
}

// A minus, then what stands in quotes or up to a blank. Without a closing quote the phrase goes on to the end.
const TERM = /(?<minus>-?)(?:"(?<phrase>[^"]*)(?:"|$)|(?<plain>[^\s"]+))(?<star>\*?)/gy;
const BLANKS = /\s*/y;

/**
 * The terms of a full text (decisions 5): `word`, `word*`, `"two words"`, `-word`. What splits into several words is a phrase, and
 * what holds no word is no term; the same term again says nothing new. Every text is in the language. Takes time in proportion to
 * the text. The first plain terms, up to `mostPrefixes` terms
 * with `*` in all, are read as if they were written with `*`; phrases in quotes and exclusions stay.
 */
export function readFullText(text: string, { mostPrefixes = 0 } = {}): readonly Term[] {
  let prefixes = 0;
  const terms = new Map<string, Term>();
  for (let at = 0; at < text.length; ) {
    TERM.lastIndex = at;
    const match = TERM.exec(text);
    if (!match) {
      BLANKS.lastIndex = at;
      BLANKS.exec(text);
      at = Math.max(at + 1, BLANKS.lastIndex);
      continue;
    }
    at = TERM.lastIndex;
    const { minus, phrase, plain = '', star } = match.groups ?? {};
    const words = wordsOf(phrase ?? plain);
    const isExcluded = minus === '-';
    const isPlain = phrase === undefined;
    const isWritten = star === '*' || (isPlain && plain.endsWith('*'));
    const isPrefix = isWritten || (isPlain && !isExcluded && prefixes < mostPrefixes);
    const term = { words, isPrefix, isExcluded };
    const key = JSON.stringify(term);
    if (words.length === 0 || terms.has(key)) continue;
    terms.set(key, term);
    if (isPrefix) prefixes += 1;
  }
  return [...terms.values()];
}
