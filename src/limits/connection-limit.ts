import { networkOf } from './network-of.ts';
import { openSharedGauge, type SharedCountsData } from './shared-counts.ts';

/** How many connections one address may have open at once, in all threads together. */
export interface ConnectionLimit {
  /** Counts a connection of the address until the function that it gives is called; undefined where there are too many already. */
  take(address: string): (() => void) | undefined;
}

/** `perAddress` 0 is no limit: then undefined. */
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
