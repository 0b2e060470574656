/** Where a word goes on in the next line: after a soft hyphen, or the mark of a hyphen by which PDFium divides words. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is that mark.
const DIVIDED = /[\u00ad\u0002\ufffe](?:[ \t]*\r?\n[ \t]*)?/g;
/** A hyphen at the end of a line, before a small letter: a word that was divided by hand. */
const DIVIDED_BY_HAND = /(\p{Ll})[-\u2010]\r?\n[ \t]*(?=\p{Ll})/gu;
/** Letters that fonts draw as one, and letters in the shapes that they have beside others. */
const SHAPES = /[\ufb00-\ufb06\ufb50-\ufdff\ufe70-\ufefc]+/g;
/**
 * What is no letter for readers: controls, codes of a single font, and those of characters that are unknown. U+200B stays, for
 * it parts words (interface decisions 5).
 */
export const UNREADABLE = /[^\P{Cc}\t\n]|[\u2060\ufeff\ufff9-\uffff]|\p{Co}/gu;

/** Makes words whole, drops what nobody can read, and unifies blanks. Paragraphs stay apart. */
export function tidyText(text: string): string {
  return text
    .toWellFormed()
    .replace(DIVIDED, (mark, at: number, all: string) => {
      const end = at + mark.length;
      return isOfWord(mark, all.slice(Math.max(0, at - 4), at), all.slice(end, end + 4)) ? '-' : '';
    })
    .replace(DIVIDED_BY_HAND, '$1')
    .replace(SHAPES, (letters) => letters.normalize('NFKC'))
    .replace(/\r\n?|[\f\v\u0085\u2028\u2029]/g, '\n')
    .replace(UNREADABLE, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/**
 * True if the mark at the end of a line is a hyphen of the word itself, by what stands before and after it: no word is divided
 * before a digit, or before a capital unless it has only capitals.
 */
export function isOfWord(mark: string, before: string, after: string): boolean {
  if (mark.startsWith('\u00ad') || !/^[\p{N}\p{Lu}]/u.test(after)) return false;
  return !(/\p{Lu}{2}$/u.test(before) && /^\p{Lu}{2}/u.test(after));
}

/** Letters below which a page counts as one that only pictures fill. */
const FEW_LETTERS = 16;
/** Most pages have so many letters at their beginning, so the rest needn't be counted. */
const ENOUGH_CHARACTERS = 100;

/** True for the text of a page that is too short to be all that the page shows. */
export function isSparse(text: string): boolean {
  return lettersOf(text.slice(0, ENOUGH_CHARACTERS)) < FEW_LETTERS && lettersOf(text) < FEW_LETTERS;
}

export function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Shortens texts to so many UTF-16 units together. No character is cut, and no page is lost before the end. */
export function withinCharacters(pages: readonly string[], most: number): string[] {
  const kept: string[] = [];
  let left = most;
  for (const page of pages) {
    if (left <= 0) break;
    kept.push(page.length <= left ? page : page.slice(0, left).replace(/[\ud800-\udbff]$/, ''));
    left -= page.length;
  }
  while (kept.at(-1) === '') kept.pop();
  return kept;
}
