/** A PIN, its code, and when it ends. */
import { createHash } from 'node:crypto';
import type { EpochMs } from '../../../../core/src/domain/model.ts';

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
  /** True if its creator had no token, so that nobody may list or revoke it as their own. */
  readonly isAnonymous: boolean;
  /** Groups of the creator if they came from a token. Absent: the user's groups at the time of opening apply. */
  readonly groups?: readonly number[];
  /** Asset IDs in the order of the request. */
  readonly assets: readonly number[];
  /** IDs of the available download formats; empty means all. */
  readonly formats: readonly number[];
  readonly created: EpochMs;
  /** Exclusive: the PIN no longer opens at this time. Revoking a PIN sets it to that moment. */
  readonly expires: EpochMs;
  /** How many files and ZIPs have been downloaded through it. */
  readonly downloads: number;
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

/** Returns a short identifier of a PIN for places where its code must not appear, such as logs. */
export function pinFingerprint(code: string): string {
  return createHash('sha256').update(code).digest('hex').slice(0, 8);
}

const DAY_MS = 24 * 3600 * 1000;

/** Time after its expiry for which a PIN is kept, so that its page can say that it has expired. */
export const EXPIRED_PIN_MS = 365 * DAY_MS;

/** Returns the time at which a PIN that is created now and lasts `days` expires. */
export function expiryOf(created: EpochMs, days: number): EpochMs {
  return created + days * DAY_MS;
}

export function hasExpired({ expires }: Pick<Pin, 'expires'>, now: EpochMs): boolean {
  return now >= expires;
}
