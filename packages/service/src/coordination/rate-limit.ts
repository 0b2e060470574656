import { networkOf } from './network-of.ts';
import {
  MOST_COUNTED,
  newSharedCounts,
  openSharedCounts,
  type SharedCounts,
  type SharedCountsData,
} from './shared-counts.ts';

/** Most requests of one caller within `seconds`; 0 means no limit. */
export interface RateLimits {
  readonly seconds: number;
  readonly perAddress: number;
  readonly perToken: number;
}

/** Limits the requests of each address and each token. */
export interface RateLimit {
  /**
   * Counts a request and returns the seconds until its caller may send the next one; 0 if the request is allowed. Reads
   * and counts the token only if the address is within its limit.
   */
  take(path: string, address: string, token: () => string | undefined): number;
}

/** The limits of a base address. Base addresses with the same `name` are counted together. */
export interface LimitsThere {
  readonly name: string;
  readonly limits: RateLimits;
}

/** Counts of addresses and tokens are separate, so that a flood of one kind doesn't fill the counts of the other. */
export interface RequestCountsData {
  /** Open connections by address. */
  readonly connections: SharedCountsData;
  readonly addresses: SharedCountsData;
  readonly tokens: SharedCountsData;
}

/** Allocates the counts that all threads share. */
export function newRequestCounts(): RequestCountsData {
  return { connections: newSharedCounts(), addresses: newSharedCounts(), tokens: newSharedCounts() };
}

/** Opens a limit with fixed, adjacent windows, so that the whole limit is available again after at most `seconds`. */
export function openRateLimit(
  limitsAt: (path: string) => LimitsThere,
  data: RequestCountsData,
  now: () => number = Date.now,
): RateLimit {
  const addresses = openSharedCounts(data.addresses);
  const tokens = openSharedCounts(data.tokens);
  const isOver = (counts: SharedCounts, key: string | undefined, most: number, window: number) =>
    key !== undefined && counts.add(key, window) > Math.min(most, MOST_COUNTED - 1);
  return {
    take: (path, address, token) => {
      const { name, limits } = limitsAt(path);
      const { seconds, perAddress, perToken } = limits;
      if (perAddress === 0 && perToken === 0) return 0;
      // Unambiguous, because addresses and tokens contain no spaces.
      const keyOf = (text: string | undefined) => (text === undefined || name === '' ? text : `${name} ${text}`);
      const time = now() / 1000 / seconds;
      const window = Math.floor(time);
      const refuses =
        (perAddress > 0 && isOver(addresses, keyOf(networkOf(address)), perAddress, window)) ||
        (perToken > 0 && isOver(tokens, keyOf(token()), perToken, window));
      return refuses ? Math.max(1, Math.ceil((window + 1 - time) * seconds)) : 0;
    },
  };
}
