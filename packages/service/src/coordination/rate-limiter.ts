/** Up to `count` units at once; used units then become free again evenly, all of them within `seconds`. */
export interface Rate {
  /** 0 means no limit. */
  readonly count: number;
  readonly seconds: number;
}

/**
 * Limits how often something is done, by keys, over all threads. An adapter whose counts are in memory answers without a
 * promise, so that the check of each request costs no turn of the event loop.
 */
export interface RateLimiter {
  /** Takes a unit and returns 0; if none is free, returns the seconds until one is, at least 1. */
  take(key: string, rate: Rate): number | Promise<number>;
  /**
   * Frees a unit that should not count and was taken at this rate `seconds` ago. What has become free since then is not
   * freed again.
   */
  refund(key: string, rate: Rate, seconds: number): void | Promise<void>;
}

/** Limits rare actions, such as writing and failing: each key by itself, at any rate. */
export interface ActionLimiter extends RateLimiter {
  take(key: string, rate: Rate): Promise<number>;
  /** Returns the seconds until `units` (1 if absent) are free, 0 if they are; takes nothing. */
  peek(key: string, rate: Rate, units?: number): Promise<number>;
  refund(key: string, rate: Rate, seconds: number): Promise<void>;
}
