import { networkOf } from './network-of.ts';

/** Addresses that are counted at once; those counted first are forgotten first. */
const MOST_ADDRESSES = 10_000;

/** Counts what the same caller does within a time. IPv6 addresses count by their /64, which one caller has whole. */
export interface PerAddressLimit {
  /** Seconds until the address may try again; 0 where it may now. */
  waitSeconds(address: string): number;
  /** Counts one; true where the limit is reached by it. */
  count(address: string): boolean;
}

/** At most `most` within `windowSeconds` from the first one; 0 is no limit. */
export function openPerAddressLimit(options: {
  readonly most: number;
  readonly windowSeconds: number;
  readonly mostAddresses?: number;
  /** UTC milliseconds. */
  now?(): number;
}): PerAddressLimit {
  const { most, windowSeconds, mostAddresses = MOST_ADDRESSES, now = Date.now } = options;
  const counts = new Map<string, { readonly ends: number; count: number }>();

  function current(key: string) {
    const found = counts.get(key);
    return found && found.ends > now() ? found : undefined;
  }

  return {
    waitSeconds: (address) => {
      const found = most === 0 ? undefined : current(networkOf(address));
      return found && found.count >= most ? Math.ceil((found.ends - now()) / 1000) : 0;
    },
    count: (address) => {
      if (most === 0) return false;
      const key = networkOf(address);
      const found = current(key);
      if (found) {
        found.count += 1;
        return found.count === most;
      }
      // Last in the order of insertion, as its window ends last.
      counts.delete(key);
      counts.set(key, { ends: now() + windowSeconds * 1000, count: 1 });
      if (counts.size > mostAddresses) counts.delete(counts.keys().next().value as string);
      return most === 1;
    },
  };
}
