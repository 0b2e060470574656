import { networkOf } from './network-of.ts';
import { newSketch, type Sketch, slotsOf } from './sketch.ts';

/** Limits the open connections of one address, in all threads together. */
export interface ConnectionLimit {
  /**
   * Counts a connection of the address and returns the function that releases it; undefined if the address has too
   * many.
   */
  take(address: string): (() => void) | undefined;
}

/** Allocates the counts of open connections, which threads share. */
export function newConnectionCounts(): Sketch {
  return newSketch(Int32Array.BYTES_PER_ELEMENT);
}

/** Most connections of one address: those of a hundred browsers behind it. */
export const CONNECTIONS_OF_ADDRESS = 1000;

export function openConnectionLimit(perAddress: number, counts: Sketch): ConnectionLimit {
  const open = new Int32Array(counts.slots);
  return {
    take: (address) => {
      const slots = slotsOf(counts, networkOf(address));
      const change = (by: 1 | -1) => Math.min(...slots.map((slot) => Atomics.add(open, slot, by) + by));
      const count = change(1);
      const release = () => {
        change(-1);
      };
      if (count <= perAddress) return release;
      release();
      return undefined;
    },
  };
}
