import type { KeptResult, ResultCache } from '../ports/result-cache.ts';

/** What an entry takes besides its body and key, roughly. */
const ENTRY_BYTES = 400;
/** Entries that were made together do not all end together: each loses up to this share of its time. */
const SPREAD = 0.1;

interface Entry {
  readonly group: string;
  readonly result: KeptResult;
  readonly bytes: number;
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
  const maxBytes = options.megabytes * 2 ** 20;
  const entries = new Map<string, Entry>();
  let bytes = 0;
  let hits = 0;
  let misses = 0;

  function drop(id: string, entry: Entry | undefined): void {
    if (!entry) return;
    entries.delete(id);
    bytes -= entry.bytes;
  }

  return {
    get: (group, key) => {
      const id = idOf(group, key);
      const found = entries.get(id);
      if (found === undefined || found.until <= now()) {
        drop(id, found);
        misses += 1;
        return undefined;
      }
      hits += 1;
      entries.delete(id);
      entries.set(id, found);
      return found.result;
    },
    set: (group, key, result, { seconds }) => {
      const id = idOf(group, key);
      // Keys are kept as two bytes a character at worst.
      const size = result.body.length + 2 * id.length + ENTRY_BYTES;
      drop(id, entries.get(id));
      if (size > maxBytes || seconds <= 0) return;
      const until = now() + seconds * 1000 * (1 - SPREAD * random());
      entries.set(id, { group, result, bytes: size, until });
      bytes += size;
      for (const [oldest, entry] of entries) {
        if (bytes <= maxBytes) return;
        drop(oldest, entry);
      }
    },
    clear: (group) => {
      for (const [id, entry] of entries) if (entry.group === group) drop(id, entry);
    },
    figures: () => ({ hits, misses, entries: entries.size, bytes }),
    [Symbol.asyncDispose]: async () => {
      entries.clear();
      bytes = 0;
    },
  };
}

/** Groups are names of base addresses, without a line break. */
function idOf(group: string, key: string): string {
  return `${group}\n${key}`;
}
