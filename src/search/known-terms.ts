import { openRecentlyUsed, type RecentlyUsed } from '../keeping/recently-used.ts';
import type { TextTerm } from '../ports/search-index.ts';
import { type Bits, bitsFor, countOnes, hasBit, setBits } from './docs.ts';
import type { KnownTerm } from './known-term.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Scope } from './scope.ts';
import { countLiving, relevancesOf } from './scores.ts';
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
  bytes: 16 * 1024 * 1024,
};

/** What is kept of a term that was asked for: how often, or all that is known; `rare` is not worth it. */
type Kept = KnownTerm | { readonly times: number } | 'rare';

/** What one state of the catalogue keeps of terms. */
export type TermStore = RecentlyUsed<string, Kept>;

/** What a term takes that was asked for and is not known. */
const SEEN_BYTES = 128;

export function openTermStore({ bytes }: TermLimits): TermStore {
  const bytesOf = (kept: Kept) => (kept === 'rare' || 'times' in kept ? SEEN_BYTES : kept.bytes);
  return openRecentlyUsed({ most: bytes, sizeOf: (kept, key) => key.length * 2 + bytesOf(kept) });
}

/** Gives what is known of terms to one viewer; each call counts as a time that the term was asked for. */
export function openKnownTerms(options: {
  readonly view: View;
  readonly store: TermStore;
  readonly limits: TermLimits;
  /** Those of the docs of a segment, given by its place in the view, that live and may be seen. */
  visible(segment: number, docs: Uint32Array): Uint32Array;
}): (segment: OpenSegment, term: TextTerm, scope: Scope) => KnownTerm | undefined {
  const { view, store, limits, visible } = options;
  const { leastDocs, leastShare, leastTimes } = limits;

  function ask(segment: OpenSegment, term: TextTerm, scope: Scope): KnownTerm | undefined {
    if (segment.size < leastDocs) return undefined;
    const { words, isPrefix } = term;
    const place = view.segments.findIndex(({ open }) => open === segment);
    const key = JSON.stringify([scope.viewer.key, place, isPrefix, words]);
    const kept = store.get(key) ?? { times: 0 };
    if (kept === 'rare') return undefined;
    if ('bits' in kept) return kept;
    const times = kept.times + 1;
    const known = times < leastTimes ? undefined : know(place, term, scope);
    store.set(key, times < leastTimes ? { times } : (known ?? 'rare'));
    return known;
  }

  function know(place: number, term: TextTerm, scope: Scope): KnownTerm | undefined {
    const segment = view.segments[place] as ViewSegment;
    const { open } = segment;
    const hits = hitsOf(open, term, scope);
    if (hits.docs.length < Math.max(leastDocs, open.size * leastShare)) return undefined;
    const docs = visible(place, hits.docs);
    const bits = bitsFor(open.size);
    setBits(bits, docs);
    const weights =
      docs.length === hits.docs.length
        ? hits.weights
        : hits.weights.filter((_, i) => hasBit(bits, hits.docs[i] as number));
    const places = firstPlaces(docs.length, limits.best, [relevancesOf({ docs, weights }, open, view)]);
    const best = Uint32Array.from(places, (place) => docs[place] as number);
    const before = countsBefore(bits);
    const { references } = open.columns;
    const counts = scope.tree.ids.length * (1 + Object.keys(references).length) * Int32Array.BYTES_PER_ELEMENT;
    return {
      bits,
      count: docs.length,
      living: countLiving(segment, hits.docs),
      weights,
      before,
      best,
      codeCounts: new Map(),
      linkCounts: new Map(),
      bytes: 2 * bits.byteLength + weights.byteLength + best.byteLength + counts,
    };
  }

  return ask;
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
