/** Finds the docs that have any of several terms, most of them cached, by bits instead of doc by doc. */

import type { CachedTerm } from './cached-term.ts';
import { addBits, type Bits, clearBits, countBoth, docsOf, filterByBits, hasBit, pickBits, setBits } from './docs.ts';
import type { Part } from './facet-parts.ts';
import type { OpenSegment } from './open-segment.ts';

/** Docs of one term: its cached data, or a list of its docs that are live and visible. */
export type TermDocs = CachedTerm | Uint32Array;

export interface Union {
  readonly count: number;
  readonly parts: readonly Part[];
  /** Docs that include the first `wanted` by score; undefined if that can't be guaranteed or if none were wanted. */
  readonly best: Uint32Array | undefined;
}

/** Sets the bits, 0 before, of all docs of the terms but those that are gone. `wanted` is how many best docs are needed. */
export function disjunctionOf(
  { bits, twice }: OpenSegment,
  terms: readonly TermDocs[],
  { wanted, gone }: { readonly wanted: number; readonly gone: Uint32Array },
  bestOf: (place: number, term: CachedTerm) => Uint32Array,
): Union {
  // This must come first because computing the best docs uses the bits of the segment, too.
  const bests = wanted > 0 ? terms.map((term, i) => (term instanceof Uint32Array ? term : bestOf(i, term))) : [];
  const parts: Part[] = [];
  let count = 0;
  for (const term of terms) {
    if (term instanceof Uint32Array) {
      const fresh = filterByBits(term, bits, 0);
      parts.push({ docs: fresh, sign: 1 });
      count += fresh.length;
      setBits(twice, filterByBits(term, bits));
      setBits(bits, term);
    } else if (count === 0) {
      parts.push({ term });
      count = term.count;
      bits.set(term.bits);
    } else {
      const common = countBoth(bits, term.bits);
      const fresh = term.count - common;
      // Count the smaller set doc by doc: the new docs, or those that were already there.
      if (fresh < common) parts.push({ docs: pickBits(bits, term.bits, fresh, 0), sign: 1 });
      else parts.push({ term }, { docs: pickBits(bits, term.bits, common), sign: -1 });
      count += fresh;
      addBits(bits, term.bits, twice);
    }
  }
  const missing = filterByBits(gone, bits);
  if (missing.length > 0) parts.push({ docs: missing, sign: -1 });
  clearBits(bits, missing);
  const best = wanted > 0 ? bestOfAll(terms, bests, twice, { wanted, gone: missing }) : undefined;
  twice.fill(0);
  return { count: count - missing.length, parts, best };
}

/**
 * Returns the docs that have several of the terms, plus the best docs that have only one: the overall best docs are
 * among these. Adds the latter to `twice`. Returns undefined if the best docs of a term are too few to be sure.
 */
function bestOfAll(
  terms: readonly TermDocs[],
  bests: readonly Uint32Array[],
  twice: Bits,
  { wanted, gone }: { readonly wanted: number; readonly gone: Uint32Array },
): Uint32Array | undefined {
  // Docs that are gone count as found already, and are taken out at the end.
  setBits(twice, gone);
  const alone = bests.map((best, i) => (terms[i] === best ? best : firstWithout(twice, best, wanted)));
  for (const [i, own] of alone.entries()) {
    const term = terms[i] as TermDocs;
    const isKnownWhole = term instanceof Uint32Array || bests[i]?.length === term.count;
    if (own.length < wanted && !isKnownWhole) return undefined;
    setBits(twice, own);
  }
  clearBits(twice, gone);
  return docsOf(twice);
}

/** Returns the first `wanted` of the docs that are not in the bits. */
function firstWithout(bits: Bits, docs: Uint32Array, wanted: number): Uint32Array {
  const out = new Uint32Array(Math.min(wanted, docs.length));
  let n = 0;
  for (let i = 0; i < docs.length && n < out.length; i++) {
    const doc = docs[i] as number;
    if (!hasBit(bits, doc)) out[n++] = doc;
  }
  return out.subarray(0, n);
}
