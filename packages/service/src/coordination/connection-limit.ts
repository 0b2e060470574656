import { networkOf } from './network-of.ts';
import { openSharedGauge, type SharedCountsData } from './shared-counts.ts';

/** Limits the open connections of one address, in all threads together. */
export interface ConnectionLimit {
  /**
   * Counts a connection of the address and returns the function that releases it; undefined if the address has too
   * many.
   */
  take(address: string): (() => void) | undefined;
}

/** Opens the limit; undefined if `perAddress` is 0, which means no limit. */
export function openConnectionLimit(perAddress: number, data: SharedCountsData): ConnectionLimit | undefined {
  if (perAddress === 0) return undefined;
  const open = openSharedGauge(data);
  return {
    take: (address) => {
      const key = networkOf(address);
      const count = open.add(key, 1);
      const release = () => {
        open.add(key, -1);
      };
      if (count <= perAddress) return release;
      release();
      return undefined;
    },
  };
}
