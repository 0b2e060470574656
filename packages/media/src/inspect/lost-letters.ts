/** Recognises texts that have lost letters on their way through programs that know few, or keep few. */

/** Returns the first value whose text has lost no letters; if all have, the first. */
export function firstWhole<Value>(values: readonly Value[], textOf: (value: Value) => string): Value | undefined {
  const texts = values.map(textOf);
  return values.find((_, place) => !isLost(texts[place] ?? '', texts)) ?? values[0];
}

/**
 * Returns texts with the whole ones in place of those that are what is left of them, by question marks or because there was
 * room for only so many bytes.
 */
export function withWhole(
  texts: readonly string[],
  others: readonly string[],
  bytes = Number.POSITIVE_INFINITY,
): readonly string[] {
  const whole = new Map(others.filter((text) => !/[?\ufffd]/.test(text)).map((text) => [skeleton(text), text]));
  return texts.map((text) => {
    const other = /[?\ufffd]/.test(text) ? whole.get(skeleton(text)) : undefined;
    if (other !== undefined && foreignLetters(other) > foreignLetters(text)) return other;
    // Truncation may split a character of up to four bytes, so a truncated text may be up to three bytes short.
    if (Buffer.byteLength(text) <= bytes - 4) return text;
    const cut = text.replace(/(?<!\ufffd)\ufffd+$/, '');
    return others.find((each) => each.length > cut.length && each.startsWith(cut)) ?? text;
  });
}

const LOST = '\ufffd';

/** Returns true if the text has lost letters that another one has. */
export function isLost(text: string, others: readonly string[]): boolean {
  return text.includes(LOST) || others.some((other) => isLeftOf(text, other));
}

/** True if a program that knew no other letters than ASCII's has written a question mark for each of the others. */
function isLeftOf(text: string, whole: string): boolean {
  return (
    text.includes('?') &&
    !whole.includes(LOST) &&
    foreignLetters(whole) > foreignLetters(text) &&
    skeleton(text) === skeleton(whole)
  );
}

/** Returns what both have in common: the letters of ASCII, and that something is between them. */
function skeleton(text: string): string {
  return text.replace(/[^A-Za-z0-9]+/g, '*');
}

function foreignLetters(text: string): number {
  return text.match(/[^\P{L}A-Za-z]/gu)?.length ?? 0;
}
