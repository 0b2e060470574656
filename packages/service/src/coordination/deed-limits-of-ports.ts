/** What is limited by the caller's address; each counts for itself. */
export type LimitedDeed = 'pin' | 'pin-guess' | 'pin-opened' | 'review';

/** How often something may be done: `count` times at once, then as they come back, spread evenly over the seconds. */
export interface Rate {
  /** 0 is no limit. */
  readonly count: number;
  readonly seconds: number;
}

/** Whose turns they are. */
export interface Taker {
  readonly address: string;
  /** Name of the base address, each of which has limits of its own; '' is the one at `/`. */
  readonly endpoint: string;
  /** Tells further turns of the same caller apart, such as those of each PIN. */
  readonly of?: string;
}

/** Counts what callers do beyond asking, over all threads. */
export interface DeedLimits {
  /** Seconds to wait before the next one is free; 0 where it is now, and then it is taken. */
  take(what: LimitedDeed, taker: Taker, rate: Rate): Promise<number>;
  /** Gives back what was taken and doesn't count. */
  giveBack(what: LimitedDeed, taker: Taker, rate: Rate): Promise<void>;
}
