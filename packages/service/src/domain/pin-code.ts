/**
 * Characters that cannot be confused when read, heard or written by hand: excludes 0 and O, 1, I and L, 2 and Z, 5 and
 * S, 8 and B, U and V.
 */
export const PIN_ALPHABET = '34679ACDEFGHJKMNPQRTWXY';

/** Characters of a code: 54 random bits. At least 50 are required (decisions 6). */
export const PIN_LENGTH = 12;

/** Creates a code. `pick` must return a random integer from 0 up to, but not including, its argument. */
export function makePinCode(pick: (below: number) => number): string {
  return Array.from({ length: PIN_LENGTH }, () => PIN_ALPHABET[pick(PIN_ALPHABET.length)]).join('');
}

/** Parses a typed code, also in lower case or grouped with `-`. Returns undefined if it cannot be a code. */
export function readPinCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll('-', '');
  return code.length === PIN_LENGTH && [...code].every((mark) => PIN_ALPHABET.includes(mark)) ? code : undefined;
}
