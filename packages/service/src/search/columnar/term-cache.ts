import type { TextTerm } from '../search-index.ts';
import { type CachedTerm, cachedTermOf, type Scored } from './cached-term.ts';
import { type Bits, bitsFor, countOnes, docsOf, hasBit, setBits } from './docs.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import { countLive, relevancesOf } from './scores.ts';
import type { TermStore } from './term-store.ts';
import { hitsOf } from './terms.ts';
import { topK } from './top-k.ts';
import type { View, ViewSegment } from './view.ts';

/** Limits that decide which terms are cached. */
export interface TermCacheLimits {
  /** Minimum number of docs with the term: searching a shorter list is just as fast. */
  readonly leastDocs: number;
  /** Minimum share of a segment's docs: for fewer docs, bits take more memory than a list. */
  readonly leastShare: number;
  /** Minimum number of requests for the term in one state of the catalogue: most words are requested only once. */
  readonly leastTimes: number;
  /** Number of best docs to keep, in score order; a page further back sorts all docs. */
  readonly best: number;
  /** Maximum memory of all cached terms of all viewers, in bytes. */
  readonly bytes: number;
}

/** The default limits. */
export const TERM_CACHE_LIMITS: TermCacheLimits = {
  leastDocs: 512,
  leastShare: 1 / 256,
  leastTimes: 2,
  best: 1024,
  bytes: 64 * 1024 * 1024,
};

/** The cached terms of one viewer. */
export interface TermCache {
  /** Returns the cached data of a term in a segment, if any. Each call counts as one request for the term. */
  ask(segment: OpenSegment, term: TextTerm, scope: Scope): CachedTerm | undefined;
  /** Returns what scoring needs of a cached term. */
  scored(segment: OpenSegment, term: TextTerm, known: CachedTerm, scope: Scope): Scored;
}

/** Opens the cached terms of one viewer in a shared store. */
export function openTermCache(options: {
  readonly view: View;
  readonly store: TermStore;
  /** Number of the viewer, unique within the store. */
  readonly viewer: number;
  readonly limits: TermCacheLimits;
  /** Filters `docs` of a segment (its index in the view) down to those that are live and visible. */
  visible(segment: number, docs: Uint32Array): Uint32Array;
}): TermCache {
  const { view, store, viewer, limits, visible } = options;
  const { leastDocs, leastShare } = limits;
  const placeOf = (segment: OpenSegment) => view.segments.findIndex(({ open }) => open === segment);

  function know(place: number, term: TextTerm, scope: Scope, charge: (bytes: number) => void): CachedTerm | undefined {
    const segment = view.segments[place] as ViewSegment;
    const { size } = segment.open;
    const withTerm = hitsOf(segment.open, term, scope).docs;
    if (withTerm.length < Math.max(leastDocs, size * leastShare)) return undefined;
    const docs = visible(place, withTerm);
    const bits = bitsFor(size);
    setBits(bits, docs);
    return cachedTermOf({ bits, count: docs.length, live: countLive(segment, withTerm) }, charge);
  }

  function score(segment: OpenSegment, term: TextTerm, { bits, count }: CachedTerm, scope: Scope): Scored {
    const all = hitsOf(segment, term, scope);
    const hits =
      all.docs.length === count
        ? all
        : { docs: docsOf(bits, count), weights: all.weights.filter((_, i) => hasBit(bits, all.docs[i] as number)) };
    const places = topK(count, limits.best, [relevancesOf(hits, segment, view)]);
    return {
      weights: hits.weights,
      before: countsBefore(bits),
      best: Uint32Array.from(places, (each) => hits.docs[each] as number),
    };
  }

  return {
    ask: (segment, term, scope) => {
      if (segment.size < leastDocs) return undefined;
      const place = placeOf(segment);
      const key = `${viewer} ${place} ${term.isPrefix} ${term.words.join(' ')}`;
      return store.ask({ key, viewer, least: segment.bits.byteLength }, (charge) => know(place, term, scope, charge));
    },
    scored: (segment, term, known, scope) => known.scored(() => score(segment, term, known, scope)),
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
