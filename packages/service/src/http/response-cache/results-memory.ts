import { openRecentlyUsed } from '../../concurrency/recently-used.ts';
import type { KeptResult, ResultCache } from './result-cache.ts';

/** What an entry takes besides its body and key, roughly. */
const ENTRY_BYTES = 400;
/** Entries that were made together do not all end together: each loses up to this share of its time. */
const SPREAD = 0.1;

interface Entry {
  readonly group: string;
  readonly result: KeptResult;
  /** By the clock. */
  readonly until: number;
}

/** Keeps results in memory; those asked for least recently go first. */
export function openMemoryResults(options: {
  readonly megabytes: number;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  /** From 0 up to 1. */
  readonly random?: () => number;
}): ResultCache {
  const { now = () => performance.now(), random = Math.random } = options;
  const entries = openRecentlyUsed<string, Entry>({
    most: options.megabytes * 2 ** 20,
    // Keys are kept as two bytes a character at worst.
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

/** Groups are names of base addresses, without a line break. */
function idOf(group: string, key: string): string {
  return `${group}\n${key}`;
}
