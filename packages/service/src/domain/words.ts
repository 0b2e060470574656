// Accents, points and vowel signs that writers may omit. Marks of other scripts (Devanagari vowels, the voicing of
// kana) distinguish words, so they are kept.
const DIACRITICS =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]--[\u3099\u309A]]/gv;

/** Letters with a stroke: readers see a diacritic, but Unicode defines separate letters without a decomposition. */
const STROKES: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ħ', 'h'],
  ['ŧ', 't'],
]);

const ASCII = /^\p{ASCII}*$/v;
const ASCII_WORD = /[a-z0-9]+/g;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|\p{Extended_Pictographic}/gv;

/**
 * Removes case and diacritics (interface decisions 5): `Łódź` -> `lodz`, `STRASSE` and `Straße` -> `strasse`.
 * Idempotent.
 */
export function fold(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(DIACRITICS, '')
      // Lowering, raising and lowering again is full case folding: both `ß` and `ẞ` become `ss`.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(/[øłđħŧς]/g, (letter) => STROKES.get(letter) ?? 'σ')
      .normalize('NFC')
  );
}

/** Returns the same text for keywords that differ in case or Unicode form alone (catalogue: a plain folder). */
export function sameKeyword(name: string): string {
  return name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

/**
 * Splits a text into folded words, in order. Everything except letters and digits separates words; each emoji is a word
 * (interface decisions 5). The index file stores words, so a change here requires a new `FORMAT` of it.
 */
export function wordsOf(text: string): readonly string[] {
  // Most texts are ASCII and need no folding but that of case; this is several times faster.
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? [];
  return fold(text).match(WORD) ?? [];
}
