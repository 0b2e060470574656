import { LRUCache } from 'lru-cache';
import type { Holding } from '../../api/validity.ts';
import { expiryOf } from './cache-policy.ts';

/** The bytes of a JSON result and the data for its headers. Plain data. */
export interface CachedResult {
  readonly body: Uint8Array;
  /** Entity tag without quotes. */
  readonly etag: string;
  /** Number of matches on all pages, if the answer states it. */
  readonly total?: number;
  /** When it holds, if it follows the clock. */
  readonly holds?: Holding;
}

/** Figures of a cache since it was opened. */
export interface ResultCacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  /** Estimated memory of bodies, keys and the entries themselves. */
  readonly bytes: number;
}

/**
 * Cache of results by group and key. Callers put into the key everything the result depends on; the cache never
 * interprets it. The cache may lose any entry at any time.
 */
export interface ResultCache extends AsyncDisposable {
  get(group: string, key: string): Promise<CachedResult | undefined> | CachedResult | undefined;
  /** Stores a result that may be used again for at most `seconds`. */
  set(group: string, key: string, result: CachedResult, options: { seconds: number }): void;
  /** Removes all results of a group. */
  clear(group: string): void;
  figures(): ResultCacheFigures;
}

/** Rough memory of an entry besides its body and key. */
const ENTRY_BYTES = 400;

interface Entry {
  readonly group: string;
  readonly result: CachedResult;
  /** Expiry on the clock `now`. */
  readonly until: number;
}

/** Opens a result cache in memory of at most `megabytes` that evicts the least recently used results. */
export function openMemoryResultCache(options: {
  readonly megabytes: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}): ResultCache {
  const { now = () => performance.now() } = options;
  const cache = new LRUCache<string, Entry>({
    maxSize: Math.max(1, Math.floor(options.megabytes * 2 ** 20)),
    // Keys take two bytes per character at worst.
    sizeCalculation: ({ result }, id) => result.body.length + 2 * id.length + ENTRY_BYTES,
  });
  let hits = 0;
  let misses = 0;

  return {
    get: (group, key) => {
      const id = idOf(group, key);
      const found = cache.get(id);
      if (found !== undefined && found.until > now()) {
        hits += 1;
        return found.result;
      }
      misses += 1;
      cache.delete(id);
      return undefined;
    },
    set: (group, key, result, { seconds }) => {
      if (seconds <= 0) return;
      cache.set(idOf(group, key), { group, result, until: expiryOf(now(), seconds) });
    },
    clear: (group) => {
      for (const [id, entry] of [...cache.entries()]) if (entry.group === group) cache.delete(id);
    },
    figures: () => ({ hits, misses, entries: cache.size, bytes: cache.calculatedSize }),
    [Symbol.asyncDispose]: async () => cache.clear(),
  };
}

/** Unambiguous, because groups are names of base addresses and contain no line break. */
function idOf(group: string, key: string): string {
  return `${group}\n${key}`;
}
