/**
 * Letters and digits that nobody takes for another one, read or heard or written by hand: without 0 and O, 1, I and L, 2 and Z,
 * 5 and S, 8 and B, U and V.
 */
export const PIN_ALPHABET = '34679ACDEFGHJKMNPQRTWXY';

/** 54 random bits; at least 50 are asked for (decisions 6). */
export const PIN_LENGTH = 12;

/** A new code. `pick` gives a random integer from 0 up to, and not including, its argument. */
export function makePinCode(pick: (below: number) => number): string {
  return Array.from({ length: PIN_LENGTH }, () => PIN_ALPHABET[pick(PIN_ALPHABET.length)]).join('');
}

/** The code that somebody typed, in small letters or in groups with `-` too; undefined where it can't be one. */
export function readPinCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll('-', '');
  return code.length === PIN_LENGTH && [...code].every((mark) => PIN_ALPHABET.includes(mark)) ? code : undefined;
}
