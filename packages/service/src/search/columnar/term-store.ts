import { LRUCache } from 'lru-cache';
import type { CachedTerm } from './cached-term.ts';

/** Maximum number of terms whose requests are counted before they are cached. */
const MOST_COUNTED = 4096;
/** Request count of a term that is not worth caching. */
const NEVER = Number.NEGATIVE_INFINITY;

/** The cache of terms for one state of the catalogue, shared by all viewers. */
export interface TermStore {
  /**
   * Returns the cached term. If it is not cached, but was requested often enough and there is room for it, calls `know`
   * to create it; `know` returns undefined if the term is not worth caching. `know` must call `charge` for all memory
   * that the term uses, when it is created or later.
   */
  ask(
    term: {
      readonly key: string;
      /** Number of the viewer; `key` includes it, too. */
      readonly viewer: number;
      /** Least amount of memory, in bytes, that the term uses. */
      readonly least: number;
    },
    know: (charge: (bytes: number) => void) => CachedTerm | undefined,
  ): CachedTerm | undefined;
  /** Memory of all cached terms in bytes. */
  total(): number;
}

interface Entry {
  readonly viewer: number;
  term?: CachedTerm;
  times: number;
  bytes: number;
  isGone: boolean;
}

/**
 * Opens a cache of terms limited to `bytes`. A new term replaces only terms that were requested less often, so that a
 * flood of different words does not evict everything, and terms of viewers that use more than their share, so that
 * viewers who come later get equally fast answers.
 */
export function openTermStore({
  leastTimes,
  bytes: most,
}: {
  readonly leastTimes: number;
  readonly bytes: number;
}): TermStore {
  const counted = new LRUCache<string, number>({ max: MOST_COUNTED });
  // The most recently requested entry comes last.
  const known = new Map<string, Entry>();
  const ofViewer = new Map<number, number>();
  let total = 0;

  function add({ viewer }: Entry, bytes: number): void {
    total += bytes;
    const sum = (ofViewer.get(viewer) ?? 0) + bytes;
    if (sum > 0) ofViewer.set(viewer, sum);
    else ofViewer.delete(viewer);
  }

  function remove(key: string, entry: Entry): void {
    known.delete(key);
    add(entry, -entry.bytes);
    entry.isGone = true;
  }

  /**
   * Returns the entries to evict to make room for `wanted` bytes. Returns undefined if that would evict a term that was
   * requested at least as often and whose viewer does not exceed its share.
   */
  function inTheWay(viewer: number, wanted: number, times: number): readonly (readonly [string, Entry])[] | undefined {
    const gone: (readonly [string, Entry])[] = [];
    const own = (ofViewer.get(viewer) ?? 0) + wanted;
    const takenFrom = new Map<number, number>();
    let left = total;
    for (const [key, entry] of known) {
      if (left + wanted <= most) break;
      const others = (ofViewer.get(entry.viewer) ?? 0) - (takenFrom.get(entry.viewer) ?? 0);
      takenFrom.set(entry.viewer, (takenFrom.get(entry.viewer) ?? 0) + entry.bytes);
      const isBeyondShare = entry.viewer !== viewer && others - entry.bytes >= own;
      if (!isBeyondShare && entry.times >= times) {
        // Halve the count so that terms that are no longer requested become evictable.
        entry.times = Math.floor(entry.times / 2);
        return undefined;
      }
      gone.push([key, entry]);
      left -= entry.bytes;
    }
    return left + wanted <= most ? gone : undefined;
  }

  function charge(own: Entry, bytes: number): void {
    // A query may continue to use a term that was evicted in the meantime.
    if (own.isGone) return;
    own.bytes += bytes;
    add(own, bytes);
    for (const [key, entry] of known) {
      if (total <= most) return;
      if (entry !== own) remove(key, entry);
    }
    for (const [key, entry] of known) if (entry === own && total > most) remove(key, entry);
  }

  return {
    ask: ({ key, viewer, least }, know) => {
      const entry = known.get(key);
      if (entry) {
        entry.times += 1;
        known.delete(key);
        known.set(key, entry);
        return entry.term;
      }
      const times = (counted.get(key) ?? 0) + 1;
      counted.set(key, times);
      const gone = times < leastTimes ? undefined : inTheWay(viewer, least, times);
      if (!gone) return undefined;
      const own: Entry = { viewer, times, bytes: 0, isGone: false };
      let first = 0;
      const term = know((bytes) => {
        if (own.term) charge(own, bytes);
        else first += bytes;
      });
      if (term === undefined) {
        counted.set(key, NEVER);
        return undefined;
      }
      for (const [other, each] of gone) remove(other, each);
      own.term = term;
      known.set(key, own);
      charge(own, first);
      return term;
    },
    total: () => total,
  };
}
