/**
 * Caches what searches need of common terms. With response and result cache off, searches of the museum for two common
 * words with facets are 1.8 times as fast over HTTP with it.
 */
import { LRUCache } from 'lru-cache';
import type { TextTerm } from '../../core/src/domain/full-text.ts';
import { type CachedTerm, cachedTermOf, type Scored } from './cached-term.ts';
import { type Bits, bitsFor, countOnes, docsOf, hasBit, setBits } from './docs.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import { relevancesOf } from './scores.ts';
import type { SeenSegment } from './seen-segment.ts';
import { type Hits, hitsOf } from './terms.ts';
import { topK } from './top-k.ts';

/** Limits that decide which terms are cached. The terms that were not requested for longest leave first. */
export interface TermCacheLimits {
  /** Minimum number of docs with the term: searching a shorter list is just as fast. */
  readonly minDocs: number;
  /** Minimum share of a segment's docs: for fewer docs, bits take more memory than a list. */
  readonly minShare: number;
  /** Minimum number of requests for the term in one state of the catalogue: most words are requested only once. */
  readonly minTimes: number;
  /** Number of best docs to keep, in score order; a page further back sorts all docs. */
  readonly best: number;
  /** Maximum memory of all cached terms of all viewers, in bytes. */
  readonly bytes: number;
  /** Most docs of a segment that begin, and that end, to be valid while what is cached without the others may be used. */
  readonly changing: number;
}

export const TERM_CACHE_LIMITS: TermCacheLimits = {
  minDocs: 512,
  minShare: 1 / 256,
  minTimes: 2,
  best: 1024,
  bytes: 64 * 1024 * 1024,
  changing: 4096,
};

/** The cached terms of one viewer. */
export interface TermCache {
  /** Returns the cached data of a term in a segment, if any. Each call counts as one request for the term. */
  request(segment: OpenSegment, term: TextTerm, scope: Scope): CachedTerm | undefined;
  scored(segment: OpenSegment, term: TextTerm, cached: CachedTerm, scope: Scope): Scored;
}

/** The terms of all viewers in one state of the catalogue. */
export type TermStore = LRUCache<string, Requested>;

/** A term that was requested so many times. Without `term`, it is not cached yet, or too rare to be cached. */
interface Requested {
  readonly times: number;
  readonly bytes: number;
  readonly term?: CachedTerm | undefined;
}

/** Approximate memory of an entry besides its columns, in bytes. */
const ENTRY_BYTES = 256;

export function openTermStore({ bytes }: TermCacheLimits): TermStore {
  return new LRUCache({ maxSize: bytes, sizeCalculation: (entry) => entry.bytes });
}

/** Opens the cached terms of one viewer in a shared store. */
export function openTermCache(options: {
  /** What the viewer sees of each segment. */
  readonly segments: readonly SeenSegment[];
  readonly store: TermStore;
  /** Number of the viewer, unique within the store. */
  readonly viewer: number;
  readonly limits: TermCacheLimits;
}): TermCache {
  const { segments, store, viewer, limits } = options;
  const { minDocs, minShare, minTimes } = limits;

  /** Returns undefined if the term is too rare. */
  function compute(place: number, term: TextTerm, scope: Scope, key: string): CachedTerm | undefined {
    const segment = segments[place] as SeenSegment;
    const { size } = segment.open;
    const all = hitsOf(segment.open, term, scope).docs;
    if (all.length < Math.max(minDocs, size * minShare)) return undefined;
    const docs = segment.visibleInWindow(all);
    const bits = bitsFor(size);
    setBits(bits, docs);
    const cached = cachedTermOf({ bits, count: docs.length }, (bytes) => {
      const entry = store.peek(key);
      if (entry?.term === cached) store.set(key, { ...entry, bytes: entry.bytes + bytes });
    });
    return cached;
  }

  function score(segment: OpenSegment, term: TextTerm, { bits, count }: CachedTerm, scope: Scope): Scored {
    const all = hitsOf(segment, term, scope);
    const visibleOf = (each: Uint8Array) => each.filter((_, i) => hasBit(bits, all.docs[i] as number));
    const hits: Hits =
      all.docs.length === count
        ? all
        : {
            docs: docsOf(bits, count),
            ...(all.weights && { weights: visibleOf(all.weights) }),
            ...(all.frequencies && { frequencies: visibleOf(all.frequencies) }),
          };
    const places = topK(count, limits.best, [relevancesOf(hits, segment, scope.averages())]);
    return {
      ...(hits.weights && { weights: hits.weights }),
      ...(hits.frequencies && { frequencies: hits.frequencies }),
      before: countsBefore(bits),
      best: Uint32Array.from(places, (each) => hits.docs[each] as number),
    };
  }

  return {
    request: (segment, term, scope) => {
      if (segment.size < minDocs) return undefined;
      const place = segments.findIndex(({ open }) => open === segment);
      const key = `${viewer} ${place} ${term.isPrefix} ${term.within} ${term.words.join(' ')}`;
      const { times = 0, term: cached } = store.get(key) ?? {};
      if (cached || times === minTimes) return cached;
      const made = times + 1 === minTimes ? compute(place, term, scope, key) : undefined;
      store.set(key, { times: times + 1, bytes: ENTRY_BYTES + (made?.bits.byteLength ?? 0), term: made });
      return made;
    },
    scored: (segment, term, cached, scope) =>
      cached.scored(scope.averages(), () => score(segment, term, cached, scope)),
  };
}

function countsBefore(bits: Bits): Uint32Array {
  const before = new Uint32Array(bits.length);
  let count = 0;
  for (let i = 0; i < bits.length; i++) {
    before[i] = count;
    count += countOnes(bits[i] as number);
  }
  return before;
}
