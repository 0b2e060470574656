/** Up to `count` units at once; used units then become free again evenly, all of them within `seconds`. */
export interface Rate {
  /** 0 means no limit. */
  readonly count: number;
  readonly seconds: number;
}

/**
 * Limits how often something is done, by keys, over all threads. It uses the generic cell rate algorithm (GCRA), which
 * stores one time per key. An adapter whose counts are in memory answers without a promise, so that the check of each
 * request costs no turn of the event loop.
 */
export interface RateLimiter {
  /** Takes a unit and returns 0; if none is free, returns the seconds until one is, at least 1. */
  take(key: string, rate: Rate): number | Promise<number>;
  /** Returns what `take` would return, and takes nothing. */
  peek(key: string, rate: Rate): number | Promise<number>;
  /** Frees a unit that was taken at this rate but should not count. */
  refund(key: string, rate: Rate): void | Promise<void>;
}
