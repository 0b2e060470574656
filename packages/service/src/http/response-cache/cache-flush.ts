/**
 * `flush=true` empties caches in all threads, at most once a second (interface decisions 8): the result cache of its
 * base address, and the response cache of all base addresses.
 */
import type { Bus } from '../../coordination/bus.ts';

/**
 * Empties the results of a base address and all responses by URL. Returns false if that happened within the last
 * second.
 */
export type FlushCache = (group: string) => boolean;

const PAUSE_MS = 1000;

/** Calls `clear` in every thread on the bus. */
export function openCacheFlush(
  bus: Bus,
  clear: (group: string) => void,
  now: () => number = () => performance.now(),
): FlushCache {
  const last = new Map<string, number>();

  function clearNow(group: string): void {
    last.set(group, now());
    clear(group);
  }

  bus.subscribe('flush', (group) => clearNow(String(group)));
  return (group) => {
    if (now() - (last.get(group) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) return false;
    clearNow(group);
    bus.publish('flush', group);
    return true;
  };
}
