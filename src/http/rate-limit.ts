import { networkOf } from '../limits/network-of.ts';
import { MOST_COUNTED, openSharedCounts, type SharedCountsData } from '../limits/shared-counts.ts';

/** How often one caller may ask; 0 is no limit. */
export interface RateLimits {
  readonly seconds: number;
  readonly perAddress: number;
  readonly perToken: number;
}

export interface RateLimit {
  /** Counts a request; seconds until its caller may ask again, 0 where he may now. */
  take(address: string, token: string | undefined): number;
}

/** Windows follow each other without a gap, so that a whole limit is free again at the latest after `seconds`. */
export function openRateLimit(
  limits: RateLimits,
  data: SharedCountsData,
  now: () => number = Date.now,
): RateLimit | undefined {
  const { seconds, perAddress, perToken } = limits;
  if (perAddress === 0 && perToken === 0) return undefined;
  const counts = openSharedCounts(data);
  const isOver = (key: string, most: number, window: number) =>
    most > 0 && counts.add(key, window) > Math.min(most, MOST_COUNTED - 1);
  return {
    take: (address, token) => {
      const time = now() / 1000 / seconds;
      const window = Math.floor(time);
      const isAddressOver = isOver(`address ${networkOf(address)}`, perAddress, window);
      const isTokenOver = token !== undefined && isOver(`token ${token}`, perToken, window);
      return isAddressOver || isTokenOver ? Math.max(1, Math.ceil((window + 1 - time) * seconds)) : 0;
    },
  };
}
