import { networkOf } from './network-of.ts';
import {
  MOST_COUNTED,
  newSharedCounts,
  openSharedCounts,
  type SharedCounts,
  type SharedCountsData,
} from './shared-counts.ts';

/** How often one caller may ask; 0 is no limit. */
export interface RateLimits {
  readonly seconds: number;
  readonly perAddress: number;
  readonly perToken: number;
}

export interface RateLimit {
  /**
   * Counts a request; seconds until its caller may ask again, 0 where he may now. The token is looked for, and counted,
   * only where the address isn't over its limit.
   */
  take(path: string, address: string, token: () => string | undefined): number;
}

/** The limits that hold at a base address. Base addresses of the same name are counted together. */
export interface LimitsThere {
  readonly name: string;
  readonly limits: RateLimits;
}

/** Addresses and tokens apart, so that a flood of the ones doesn't fill the counts of the others. */
export interface RequestCountsData {
  /** Open connections by address. */
  readonly connections: SharedCountsData;
  readonly addresses: SharedCountsData;
  readonly tokens: SharedCountsData;
}

export function newRequestCounts(): RequestCountsData {
  return { connections: newSharedCounts(), addresses: newSharedCounts(), tokens: newSharedCounts() };
}

/** Windows follow each other without a gap, so that a whole limit is free again at the latest after `seconds`. */
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
      // No address and no token has a blank.
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
