/** When a message is sent again (extensions E3). */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first, the second … failure. */
const PAUSES = [
  ...[5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR],
  ...[10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
];
/** Receivers that were away together don't get everything together. */
const JITTER = 0.1;
/** Longest pause that a receiver may ask for. */
const MAX_ASKED = 24 * HOUR;

/**
 * Returns the pause after this many failures in milliseconds; undefined after the last try. A receiver may ask for a longer
 * one. `random` is from 0 to 1.
 */
export function pauseAfter(failures: number, asked: number | undefined, random: number): number | undefined {
  const pause = PAUSES[failures - 1];
  if (pause === undefined) return undefined;
  return Math.max(pause * (1 + JITTER * (2 * random - 1)), Math.min(asked ?? 0, MAX_ASKED));
}

/** Reads the header Retry-After, seconds or a date, as milliseconds; undefined if it says nothing. */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
