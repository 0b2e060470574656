/** Recognises texts that have lost letters on their way through programs that know few. */

/** Returns the first text that has lost no letters; if all have, the first. */
export function firstWhole(texts: readonly string[]): string | undefined {
  return texts.find((text) => !isLost(text, texts)) ?? texts[0];
}

/** Returns texts with the whole ones in place of those that are what is left of them. */
export function withWhole(texts: readonly string[], others: readonly string[]): readonly string[] {
  if (!texts.some((text) => /[?\ufffd]/.test(text))) return texts;
  const whole = new Map(others.filter((text) => !/[?\ufffd]/.test(text)).map((text) => [skeleton(text), text]));
  return texts.map((text) => {
    const other = /[?\ufffd]/.test(text) ? whole.get(skeleton(text)) : undefined;
    return other !== undefined && foreignLetters(other) > foreignLetters(text) ? other : text;
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
