/** Containers round a film's duration, and its streams need not end at the same time. */
const TOLERANCE_SECONDS = 1;
/** Less of a film is not the film any more. */
export const MIN_SHARE = 0.9;

/** Returns true if so small a share of a film of these seconds is not the film any more. */
export function isTooShort(seconds: number, share: number): boolean {
  return seconds * share < seconds * MIN_SHARE - TOLERANCE_SECONDS;
}
