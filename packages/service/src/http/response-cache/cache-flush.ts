/** `flush=true` empties the cache of its base address in all threads, at most once a second (decisions 8). */
import { BroadcastChannel } from 'node:worker_threads';

/** Empties the caches of all threads. */
export interface CacheFlush extends Disposable {
  /** Empties the cache of a base address. Returns false if that happened within the last second. */
  flush(group: string): boolean;
}

const PAUSE_MS = 1000;

/** Calls `clear` in every thread of this process that has opened the same `name`. */
export function openCacheFlush(
  name: string,
  clear: (group: string) => void,
  now: () => number = () => performance.now(),
): CacheFlush {
  const last = new Map<string, number>();
  const channel = new BroadcastChannel(name);
  // The channel must not keep its thread alive.
  channel.unref();

  function clearNow(group: string): void {
    last.set(group, now());
    clear(group);
  }

  channel.onmessage = ({ data }) => clearNow(String(data));
  return {
    flush: (group) => {
      if (now() - (last.get(group) ?? Number.NEGATIVE_INFINITY) < PAUSE_MS) return false;
      clearNow(group);
      channel.postMessage(group);
      return true;
    },
    [Symbol.dispose]: () => channel.close(),
  };
}
