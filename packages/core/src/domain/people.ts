/** What users add to a catalogue: reviews and PINs. */
import type { EpochMs, StatedTime } from './model.ts';

export interface Review {
  readonly asset: number;
  readonly user: number;
  readonly date: StatedTime;
  /** True if it was posted without a token; `user` is then the service user. */
  readonly isAnonymous: boolean;
  /** 1 to 5. */
  readonly rating?: number;
  readonly comment: string;
  readonly modified?: StatedTime;
}

/** Shows some assets without signing in until it expires. A PIN is no node: no tree, count or search has it. */
export interface Pin {
  /** See `readPinCode`. */
  readonly code: string;
  /** '' if the PIN has no title. */
  readonly title: string;
  /** Name of the base address that created the PIN; it opens only there. '' is the main address. */
  readonly endpoint: string;
  /** The node configured for PINs of that address. */
  readonly node: number;
  /** ID of the user whose rights apply to the PIN. Absent: the PIN has only the rights that everybody has. */
  readonly creator?: number;
  /** Groups of the creator if they came from a token. Absent: the user's groups at the time of opening apply. */
  readonly groups?: readonly number[];
  /** Asset IDs in the order of the request. */
  readonly assets: readonly number[];
  /** IDs of the available download formats; empty means all. */
  readonly formats: readonly number[];
  readonly created: EpochMs;
  /** Exclusive: the PIN no longer opens at this time. */
  readonly expires: EpochMs;
}

/** Characters not confused when read, heard or written: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
export const PIN_ALPHABET = '34679ACDEFGHJKMNPQRTWXY';

/** Characters of a code: 54 random bits. At least 50 are required (interface decisions 6). */
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

/** Most decimals in the shortest notation of a number from 1 to 5. */
const DECIMALS = 16;

/**
 * Returns the mean rating, rounded half up to two decimals; 0 without ratings (interface decisions 6). `counts` maps
 * each rating to its number of occurrences. Sums integers, so neither the order nor the number of ratings causes a
 * rounding error.
 */
export function meanRating(counts: ReadonlyMap<number, number>): number {
  let sum = 0n;
  let count = 0n;
  for (const [rating, times] of counts) {
    sum += scaled(rating) * BigInt(times);
    count += BigInt(times);
  }
  if (count === 0n) return 0;
  const half = 10n ** BigInt(DECIMALS - 2) * count;
  return Number((2n * sum + half) / (2n * half)) / 100;
}

/** Converts a rating from its decimal notation to units of the last decimal. */
function scaled(rating: number): bigint {
  const [whole = '', decimals = ''] = String(rating).split('.');
  return BigInt(whole + decimals.padEnd(DECIMALS, '0'));
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns the first character as readers see it, with the combining marks that belong to it. */
function firstGrapheme(text: string): string {
  for (const { segment } of graphemes.segment(text)) return segment;
  return '';
}

/** Returns the initials of a name in any script: of its first and last word, else its first character. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\p{P}\p{S}]+/u).flatMap((word) => {
    const start = word.search(/[\p{L}\p{N}]/u);
    return start < 0 ? [] : [capital(firstGrapheme(word.slice(start)))];
  });
  const [first] = words;
  if (first === undefined) return firstGrapheme(name.trim());
  return words.length > 1 ? first + words.at(-1) : first;
}

/** Capitalizes a letter. A letter whose capital is two letters, such as ß, stays unchanged. */
function capital(letter: string): string {
  const upper = letter.toLocaleUpperCase('und');
  return firstGrapheme(upper) === upper ? upper : letter;
}
