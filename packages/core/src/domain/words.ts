/**
 * Makes words of texts, so that `Lodz` finds `Łódź`: the index (`columnar/src/build-words.ts`) and a search
 * (`full-text.ts`) both split texts with `wordsOf`, which folds them. Folding takes letters apart and drops accents;
 * letters that Unicode doesn't take apart, such as `ł`, are in a list.
 */
// Accents, points and vowel signs that writers may omit. Marks of other scripts (Devanagari vowels, the voicing of
// kana) distinguish words, so they are kept.
const DIACRITICS =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]--[\u3099\u309A]]/gv;

/** Characters that are not seen, and that writers put within words: soft hyphen, joiners, the Arabic tatweel. */
const UNSEEN = /\u00AD|\u200C|\u200D|\u2060|\u0640/gu;

/**
 * Letters with a stroke and ligatures: readers see a diacritic or two letters, but Unicode defines separate letters
 * without a decomposition.
 */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['æ', 'ae'],
  ['œ', 'oe'],
]);

const ASCII = /^\p{ASCII}*$/v;
const ASCII_WORD = /[a-z0-9]+/g;

/**
 * Letters of scripts that are written without spaces, with their vowel signs and marks. Each is a word by itself, so
 * that a run of them is a phrase of which any part is found.
 */
const ALONE = String.raw`[[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}ー〆〱-〵〼\u3099\u309A]&&[\p{L}\p{M}\p{Nl}]]`;
const SINGLE = String.raw`[${ALONE}\p{Extended_Pictographic}]`;
const WORD = new RegExp(String.raw`${SINGLE}|[[\p{L}\p{N}]--${SINGLE}][[\p{L}\p{N}\p{M}]--${SINGLE}]*|\p{RI}{2}`, 'gv');

/** Emoji that folding would turn into letters or punctuation: `™`, `‼`, `㊗`. Each is a word as it is. */
const UNFOLDED_EMOJI = /([\p{Extended_Pictographic}&&\p{Changes_When_NFKC_Casefolded}])/v;

/**
 * Removes case and diacritics (interface decisions 5): `Łódź` -> `lodz`, `STRASSE` and `Straße` -> `strasse`.
 * Idempotent.
 */
export function fold(text: string): string {
  if (!UNFOLDED_EMOJI.test(text)) return foldLetters(text);
  // Every second part is such an emoji.
  const parts = text.split(UNFOLDED_EMOJI);
  return parts.map((part, place) => (place % 2 === 0 ? foldLetters(part) : part)).join('');
}

function foldLetters(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(UNSEEN, '')
      .replace(DIACRITICS, '')
      // Lowering, raising and lowering again is full case folding: both `ß` and `ẞ` become `ss`.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(/[øłđħŧæœς]/g, (letter) => LETTERS.get(letter) ?? 'σ')
      .normalize('NFC')
  );
}

/** Returns the same text for keywords that differ in case or Unicode form alone (catalogue: a plain folder). */
export function sameKeyword(name: string): string {
  return name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

/**
 * Splits a text into folded words, in order. Everything except letters and digits separates words; each emoji is a word,
 * and so is each flag, a pair of regional indicators (interface decisions 5). The index file stores words, so a change
 * here requires a new `FORMAT` of it.
 */
export function wordsOf(text: string): readonly string[] {
  // Most texts are ASCII and need no folding but that of case; this is several times faster.
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  return fold(text).match(WORD) ?? [];
}

/** Returns the words of a folded text with their places in it. */
export function foldedWords(folded: string): Iterable<RegExpExecArray> {
  return folded.matchAll(WORD);
}

/**
 * What stands between two blanks, but not too much at once: a long run is parted before a letter that is a word by itself,
 * so the words of all pieces are those of the text.
 */
const PIECE = new RegExp(String.raw`\S{1,500}(?=\s|$|[[${ALONE}]--\p{M}])|\S+`, 'gv');

/** Returns the pieces of a text, by which its words can be found one after the other. */
export function piecesOf(text: string): Iterable<RegExpExecArray> {
  return text.matchAll(PIECE);
}
