import type { TextTerm } from '../search-index.ts';
import { type Bits, bitsFor, countOnes, docsOf, hasBit, setBits } from './docs.ts';
import { type KnownTerm, knownTerm, type Scored } from './known-term.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import { countLiving, relevancesOf } from './scores.ts';
import type { TermStore } from './term-store.ts';
import { hitsOf } from './terms.ts';
import { firstPlaces } from './top.ts';
import type { View, ViewSegment } from './view.ts';

/** Which terms are worth knowing. */
export interface TermLimits {
  /** Docs that have it: in a shorter list it is found as fast. */
  readonly leastDocs: number;
  /** The same as a share of a segment's docs: of fewer, bits take more memory than a list. */
  readonly leastShare: number;
  /** Times that it was asked for in one state of the catalogue: most words are asked for once. */
  readonly leastTimes: number;
  /** Of its docs, so many are known in the order of their scores: a page further behind sorts them all. */
  readonly best: number;
  /** Memory of all that is known of terms, of all viewers. */
  readonly bytes: number;
}

export const TERM_LIMITS: TermLimits = {
  leastDocs: 512,
  leastShare: 1 / 256,
  leastTimes: 2,
  best: 1024,
  bytes: 64 * 1024 * 1024,
};

/** What is known of terms, for one viewer. */
export interface KnownTerms {
  /** What is known of a term in a segment; each call counts as a time that it was asked for. */
  ask(segment: OpenSegment, term: TextTerm, scope: Scope): KnownTerm | undefined;
  /** What scores need of a term that is known. */
  scored(segment: OpenSegment, term: TextTerm, known: KnownTerm, scope: Scope): Scored;
}

export function openKnownTerms(options: {
  readonly view: View;
  readonly store: TermStore;
  /** Tells the viewers of a store apart. */
  readonly viewer: number;
  readonly limits: TermLimits;
  /** Those of the docs of a segment, given by its place in the view, that live and may be seen. */
  visible(segment: number, docs: Uint32Array): Uint32Array;
}): KnownTerms {
  const { view, store, viewer, limits, visible } = options;
  const { leastDocs, leastShare } = limits;
  const placeOf = (segment: OpenSegment) => view.segments.findIndex(({ open }) => open === segment);

  function know(place: number, term: TextTerm, scope: Scope, charge: (bytes: number) => void): KnownTerm | undefined {
    const segment = view.segments[place] as ViewSegment;
    const { size } = segment.open;
    const having = hitsOf(segment.open, term, scope).docs;
    if (having.length < Math.max(leastDocs, size * leastShare)) return undefined;
    const docs = visible(place, having);
    const bits = bitsFor(size);
    setBits(bits, docs);
    return knownTerm({ bits, count: docs.length, living: countLiving(segment, having) }, charge);
  }

  function score(segment: OpenSegment, term: TextTerm, { bits, count }: KnownTerm, scope: Scope): Scored {
    const all = hitsOf(segment, term, scope);
    const hits =
      all.docs.length === count
        ? all
        : { docs: docsOf(bits, count), weights: all.weights.filter((_, i) => hasBit(bits, all.docs[i] as number)) };
    const places = firstPlaces(count, limits.best, [relevancesOf(hits, segment, view)]);
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
