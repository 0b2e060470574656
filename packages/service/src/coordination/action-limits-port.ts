/** Actions that are limited by the caller's address, each with a count of its own. */
export type LimitedAction = 'pin' | 'pin-guess' | 'pin-opened' | 'review';

/** Rate of an action: up to `count` times in a burst; the turns then return evenly over `seconds`. */
export interface Rate {
  /** 0 means no limit. */
  readonly count: number;
  readonly seconds: number;
}

/** The caller whose turns are counted. */
export interface Subject {
  readonly address: string;
  /** Name of the base address, each of which has limits of its own; '' is the one at `/`. */
  readonly endpoint: string;
  /** Separates further turns of the same caller, such as those for each PIN. */
  readonly of?: string;
}

/** Limits what callers do besides reading, over all threads. */
export interface ActionLimits {
  /** Takes a turn and returns 0; if none is free, returns the seconds until the next one. */
  take(what: LimitedAction, taker: Subject, rate: Rate): Promise<number>;
  /** Returns a taken turn that should not count. */
  refund(what: LimitedAction, taker: Subject, rate: Rate): Promise<void>;
}
