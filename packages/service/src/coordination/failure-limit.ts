import { openRecentlyUsed } from '../concurrency/recently-used.ts';
import { networkOf } from './network-of.ts';

/** Addresses that are counted at once; those counted first are forgotten first. */
const MOST_ADDRESSES = 10_000;

/**
 * Counts how often the same caller fails within a time. IPv6 addresses count by their /64, which one caller has whole.
 */
export interface FailureLimit {
  /**
   * A turn for what may count, before it is known whether it does; or the seconds until the address may try again.
   * Waits where all turns that are left are out.
   */
  take(address: string): Promise<Turn | number>;
}

/** To be settled once, by either of both. */
export interface Turn {
  /** It counts; true where the limit is reached by it. */
  count(): boolean;
  /** It doesn't count: the next one may have it. */
  giveBack(): void;
}

interface Counted {
  readonly ends: number;
  count: number;
  /** Turns that are out. */
  open: number;
  readonly waiting: ((turn: Turn | number) => void)[];
}

const UNCOUNTED: Turn = { count: () => false, giveBack: () => {} };

/** At most `most` within `windowSeconds` from the first one; 0 is no limit. */
export function openFailureLimit(options: {
  readonly most: number;
  readonly windowSeconds: number;
  readonly mostAddresses?: number;
  /** UTC milliseconds. */
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
        // Who does nothing that counts takes no place.
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
