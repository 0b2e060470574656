/** What is limited by the caller's address; each counts for itself. */
export type Limited = 'pin' | 'pin-guess' | 'review';

/** How often something may be done: `count` times at once, then as they come back, spread evenly over the seconds. */
export interface Rate {
  /** 0 is no limit. */
  readonly count: number;
  readonly seconds: number;
}

/** Counts what callers do, over all threads. */
export interface Limits {
  /**
   * Seconds to wait before the next one is free; 0 where it is now, and then it is taken, unless `spend` is false: that only looks.
   */
  take(what: Limited, address: string, rate: Rate, options?: { readonly spend?: boolean }): Promise<number>;
}
