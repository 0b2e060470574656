// Accents, points and vowel signs that a writer may leave out. The marks of other scripts (Devanagari vowels, the voicing of
// kana) tell words apart, so they stay.
const DIACRITICS =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]--[\u3099\u309A]]/gv;

/** Letters with a stroke: to a reader a diacritic, to Unicode a letter of its own. */
const STROKES: ReadonlyMap<string, string> = new Map([
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ħ', 'h'],
  ['ŧ', 't'],
]);

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|\p{Extended_Pictographic}/gv;

/** Text without case and diacritics (decisions 5): `Łódź` -> `lodz`, `STRASSE` and `Straße` -> `strasse`. Folding twice changes nothing. */
export function fold(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(DIACRITICS, '')
      // Down, up and down again is full case folding: both `ß` and `ẞ` become `ss`.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(/[øłđħŧς]/g, (letter) => STROKES.get(letter) ?? 'σ')
      .normalize('NFC')
  );
}

/**
 * The folded words of a text in their order: split at everything that is neither letter nor digit; emoji are words by themselves
 * (decisions 5). A change of this needs a new `FORMAT` of the index file, which stores words.
 */
export function wordsOf(text: string): readonly string[] {
  return fold(text).match(WORD) ?? [];
}
