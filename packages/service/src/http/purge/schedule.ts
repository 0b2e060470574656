/** When proxies are told, in milliseconds. */
export interface Schedule {
  /** Between two looks at the catalogue, and so between two announcements. */
  readonly lookMilliseconds: number;
  /** Pause after the first failure. */
  readonly firstPauseMilliseconds: number;
  /** Longest pause after many. */
  readonly lastPauseMilliseconds: number;
}

export const SCHEDULE: Schedule = {
  lookMilliseconds: 250,
  firstPauseMilliseconds: 500,
  lastPauseMilliseconds: 30_000,
};

/** The pause after so many failures in a row, of which there is one at least: it doubles up to the last. */
export function pauseAfter(failures: number, { firstPauseMilliseconds, lastPauseMilliseconds }: Schedule): number {
  return Math.min(lastPauseMilliseconds, firstPauseMilliseconds * 2 ** Math.min(failures - 1, 30));
}
