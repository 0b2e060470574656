import type { TextTerm } from '../ports/search-index.ts';
import { type Bits, bitsFor, countOnes, docsOf, hasBit, setBits } from './docs.ts';
import type { KnownTerm, Scored } from './known-term.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import { countLiving, relevancesOf } from './scores.ts';
import type { Codes, LinkColumn } from './segment.ts';
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
  bytes: 32 * 1024 * 1024,
};

/** Gives what is known of terms to one viewer; each call counts as a time that the term was asked for. */
export function openKnownTerms(options: {
  readonly view: View;
  readonly store: TermStore;
  /** Tells the viewers of a store apart. */
  readonly viewer: number;
  readonly limits: TermLimits;
  /** Those of the docs of a segment, given by its place in the view, that live and may be seen. */
  visible(segment: number, docs: Uint32Array): Uint32Array;
}): (segment: OpenSegment, term: TextTerm, scope: Scope) => KnownTerm | undefined {
  const { view, store, viewer, limits, visible } = options;
  const { leastDocs, leastShare } = limits;

  function know(place: number, term: TextTerm, scope: Scope, charge: (bytes: number) => void): KnownTerm | undefined {
    const segment = view.segments[place] as ViewSegment;
    const { open } = segment;
    const { docs: having } = hitsOf(open, term, scope);
    if (having.length < Math.max(leastDocs, open.size * leastShare)) return undefined;
    const docs = visible(place, having);
    const count = docs.length;
    const bits = bitsFor(open.size);
    setBits(bits, docs);
    charge(bits.byteLength);

    function charged<T extends { readonly byteLength: number }>(made: T): T {
      charge(made.byteLength);
      return made;
    }

    function score(): Scored {
      const own = hitsOf(open, term, scope);
      const hits =
        own.docs.length === count
          ? own
          : { docs: docsOf(bits, count), weights: own.weights.filter((_, i) => hasBit(bits, own.docs[i] as number)) };
      const places = firstPlaces(count, limits.best, [relevancesOf(hits, open, view)]);
      return {
        weights: charged(hits.weights),
        before: charged(countsBefore(bits)),
        best: charged(Uint32Array.from(places, (each) => hits.docs[each] as number)),
      };
    }

    let scored: Scored | undefined;
    const codes = new Map<Codes, Uint32Array>();
    const links = new Map<LinkColumn, Int32Array>();
    return {
      bits,
      count,
      living: countLiving(segment, having),
      scored: () => (scored ??= score()),
      codeCounts: (column, make) => codes.getOrInsertComputed(column, () => charged(make())),
      linkCounts: (column, make) => links.getOrInsertComputed(column, () => charged(make())),
    };
  }

  return (segment, term, scope) => {
    if (segment.size < leastDocs) return undefined;
    const place = view.segments.findIndex(({ open }) => open === segment);
    const key = `${viewer} ${place} ${term.isPrefix} ${term.words.join(' ')}`;
    return store.ask(key, segment.bits.byteLength, (charge) => know(place, term, scope, charge));
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
