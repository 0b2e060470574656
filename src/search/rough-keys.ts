/** Digits of a number at most; longer ones are sorted by the collation alone. */
const LONGEST_NUMBER = 60;

/**
 * Keys whose plain order is nearly that of a collation, and mostly that very order for ASCII texts. Wrong keys cost time, never
 * order: the collation has the last word.
 */
export function roughKeys(texts: readonly string[], compare: (a: string, b: string) => number): readonly string[] {
  const ascii = asciiWeights(compare);
  const zero = ascii[48] ?? 0;
  return texts.map((text) => {
    let key = '';
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 48 && code <= 57) {
        // A number goes by its length without zeros in front, then by its digits.
        let end = i;
        while (end < text.length && text.charCodeAt(end) === 48) end += 1;
        const first = end;
        while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
        key += String.fromCharCode(zero, Math.min(end - first, LONGEST_NUMBER) + 1) + text.slice(first, end);
        i = end - 1;
      } else if (code < 128) key += String.fromCharCode(ascii[code] ?? 0);
      else key += plain(text[i] ?? '', ascii);
    }
    return key;
  });
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Places of the ASCII characters in the collation; what it doesn't tell apart but by case shares one. */
function asciiWeights(compare: (a: string, b: string) => number): readonly number[] {
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const sorted = [...new Set(characters.map((each) => each.toLowerCase()))].sort(compare);
  // Above the weights of lengths of numbers, so that they never meet.
  return characters.map((each) => sorted.indexOf(each.toLowerCase()) + LONGEST_NUMBER + 10);
}

/** The key of a letter without its marks. */
function plain(character: string, ascii: readonly number[]): string {
  const base = character.normalize('NFD').charCodeAt(0);
  return String.fromCharCode(base < 128 ? (ascii[base] ?? 0) : base + 256);
}
