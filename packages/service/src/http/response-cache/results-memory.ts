import { openRecentlyUsed } from '../../concurrency/recently-used.ts';
import type { CachedResult, ResultCache } from './result-cache.ts';

/** Rough memory of an entry besides its body and key. */
const ENTRY_BYTES = 400;
/** Each entry loses up to this share of its time, so that entries made together don't all expire together. */
const SPREAD = 0.1;

interface Entry {
  readonly group: string;
  readonly result: CachedResult;
  /** Expiry on the clock `now`. */
  readonly until: number;
}

/** Opens a result cache in memory of at most `megabytes` that evicts the least recently used results. */
export function openMemoryResults(options: {
  readonly megabytes: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** From 0 up to 1. */
  readonly random?: () => number;
}): ResultCache {
  const { now = () => performance.now(), random = Math.random } = options;
  const entries = openRecentlyUsed<string, Entry>({
    most: options.megabytes * 2 ** 20,
    // Keys take two bytes per character at worst.
    sizeOf: ({ result }, id) => result.body.length + 2 * id.length + ENTRY_BYTES,
  });
  let hits = 0;
  let misses = 0;

  return {
    get: (group, key) => {
      const id = idOf(group, key);
      const found = entries.get(id);
      if (found === undefined || found.until <= now()) {
        entries.delete(id);
        misses += 1;
        return undefined;
      }
      hits += 1;
      return found.result;
    },
    set: (group, key, result, { seconds }) => {
      const id = idOf(group, key);
      if (seconds <= 0) return entries.delete(id);
      entries.set(id, { group, result, until: now() + seconds * 1000 * (1 - SPREAD * random()) });
    },
    clear: (group) => {
      for (const [id, entry] of entries.entries()) if (entry.group === group) entries.delete(id);
    },
    figures: () => ({ hits, misses, entries: entries.size, bytes: entries.total }),
    [Symbol.asyncDispose]: async () => entries.clear(),
  };
}

/** Unambiguous, because groups are names of base addresses and contain no line break. */
function idOf(group: string, key: string): string {
  return `${group}\n${key}`;
}
