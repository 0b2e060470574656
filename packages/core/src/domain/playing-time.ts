/** Playing times of films and sounds, in tenths of a second: what is shown is what is compared (extensions E9). */

/** Classes of playing times. One minute and five minutes belong to the middle one. */
export const DURATION_CLASSES = ['under_1_minute', '1_to_5_minutes', 'over_5_minutes'] as const;
export type DurationClass = (typeof DURATION_CLASSES)[number];

const MIDDLE = { first: 600, last: 3000 } as const;
/** Four bytes hold it, which is 13 years. */
const MOST = 2 ** 32 - 1;

/** Returns a playing time in tenths of a second, at least one; 0 for files that have none. */
export function tenthsOf(seconds: number): number {
  return seconds > 0 ? Math.min(MOST, Math.max(1, Math.round(seconds * 10))) : 0;
}

/** Returns the class of a playing time in tenths of a second; undefined for 0. */
export function durationClassOf(tenths: number): DurationClass | undefined {
  if (tenths === 0) return undefined;
  if (tenths < MIDDLE.first) return 'under_1_minute';
  return tenths <= MIDDLE.last ? '1_to_5_minutes' : 'over_5_minutes';
}
