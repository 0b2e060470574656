import { openRecentlyUsed } from '../concurrency/recently-used.ts';
import { networkOf } from './network-of.ts';

/** Most addresses that are counted at the same time; the oldest counts are removed first. */
const MOST_ADDRESSES = 10_000;

/**
 * Limits how often a caller fails within a time. IPv6 addresses count by their /64, because one caller has all of it.
 */
export interface FailureLimit {
  /**
   * Returns a turn for an attempt that may fail, or the seconds until the address may try again. Waits while running
   * attempts hold all remaining turns.
   */
  take(address: string): Promise<Turn | number>;
}

/** Permission for one attempt. Call exactly one of its methods, once. */
export interface Turn {
  /** Counts a failure; returns true if it reaches the limit. */
  count(): boolean;
  /** Counts nothing; the next attempt may have the turn. */
  giveBack(): void;
}

interface Counted {
  readonly ends: number;
  count: number;
  /** Turns that are in use. */
  open: number;
  readonly waiting: ((turn: Turn | number) => void)[];
}

const UNCOUNTED: Turn = { count: () => false, giveBack: () => {} };

/** Opens a limit of `most` failures within `windowSeconds` from the first attempt; 0 means no limit. */
export function openFailureLimit(options: {
  readonly most: number;
  readonly windowSeconds: number;
  readonly mostAddresses?: number;
  /** Current time in UTC milliseconds. */
  now?(): number;
}): FailureLimit {
  const { most, windowSeconds, mostAddresses = MOST_ADDRESSES, now = Date.now } = options;
  const counts = openRecentlyUsed<string, Counted>({ most: mostAddresses });

  function current(key: string): Counted {
    const found = counts.peek(key);
    if (found && found.ends > now()) return found;
    const begun: Counted = { ends: now() + windowSeconds * 1000, count: 0, open: 0, waiting: [] };
    counts.set(key, begun);
    return begun;
  }

  function secondsLeft({ ends }: Counted): number {
    return Math.max(1, Math.ceil((ends - now()) / 1000));
  }

  function turnOf(key: string, counted: Counted): Turn {
    return {
      count: () => {
        counted.open -= 1;
        counted.count += 1;
        if (counted.count < most) return false;
        for (const tell of counted.waiting.splice(0)) tell(secondsLeft(counted));
        return true;
      },
      giveBack: () => {
        const next = counted.waiting.shift();
        if (next) return next(turnOf(key, counted));
        counted.open -= 1;
        // Callers without failures need no entry.
        if (counted.count === 0 && counted.open === 0 && counts.peek(key) === counted) counts.delete(key);
      },
    };
  }

  return {
    take: async (address) => {
      if (most === 0) return UNCOUNTED;
      const key = networkOf(address);
      const counted = current(key);
      if (counted.count >= most) return secondsLeft(counted);
      if (counted.count + counted.open >= most) return await new Promise((tell) => counted.waiting.push(tell));
      counted.open += 1;
      return turnOf(key, counted);
    },
  };
}
