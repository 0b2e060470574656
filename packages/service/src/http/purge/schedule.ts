/** When to announce changes to proxies, in milliseconds. */
export interface Schedule {
  /** Interval between two checks of the catalogue, and so between two announcements. */
  readonly lookMilliseconds: number;
  /** Pause after the first failure. */
  readonly firstPauseMilliseconds: number;
  /** Longest pause after repeated failures. */
  readonly lastPauseMilliseconds: number;
}

/** The schedule of the service. */
export const SCHEDULE: Schedule = {
  lookMilliseconds: 250,
  firstPauseMilliseconds: 500,
  lastPauseMilliseconds: 30_000,
};

/** Pause after this many consecutive failures, at least one: it doubles up to `lastPauseMilliseconds`. */
export function pauseAfter(failures: number, { firstPauseMilliseconds, lastPauseMilliseconds }: Schedule): number {
  return Math.min(lastPauseMilliseconds, firstPauseMilliseconds * 2 ** Math.min(failures - 1, 30));
}
