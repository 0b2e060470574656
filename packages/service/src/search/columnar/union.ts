/** Docs that have any of some terms, most of which are known: met as bits, without looking at each doc. */
import { addBits, type Bits, countBoth, docsOf, filterByBits, hasBit, pickBits, setBits } from './docs.ts';
import type { KnownTerm } from './known-term.ts';
import type { OpenSegment } from './open-segment.ts';
import type { Part } from './parts.ts';

/** Docs of one term: what is known, or a list of those that live and may be seen. */
export type TermDocs = KnownTerm | Uint32Array;

export interface Union {
  readonly count: number;
  /** What they count. */
  readonly parts: readonly Part[];
  /** Docs among which are the first so many by score; undefined where these may be any, or none were wanted. */
  readonly best: Uint32Array | undefined;
}

/**
 * Sets the bits of the segment, which are 0, for all docs of the terms. `wanted`: how many of the best, which `bestOf` gives for each
 * term that is known.
 */
export function unite(
  { bits, twice }: OpenSegment,
  terms: readonly TermDocs[],
  wanted: number,
  bestOf: (place: number, term: KnownTerm) => Uint32Array,
): Union {
  // What has to be made for this works with the bits of the segment, too.
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
      const known = countBoth(bits, term.bits);
      const fresh = term.count - known;
      // Whichever are fewer are counted one by one: those that are new, or those that were there.
      if (fresh < known) parts.push({ docs: pickBits(bits, term.bits, fresh, 0), sign: 1 });
      else parts.push({ term }, { docs: pickBits(bits, term.bits, known), sign: -1 });
      count += fresh;
      addBits(bits, term.bits, twice);
    }
  }
  const best = wanted > 0 ? bestOfAll(terms, bests, twice, wanted) : undefined;
  twice.fill(0);
  return { count, parts, best };
}

/** Docs of several terms, and of one term alone its own best ones: nothing else decides among these. Adds them to those in `twice`. */
function bestOfAll(
  terms: readonly TermDocs[],
  bests: readonly Uint32Array[],
  twice: Bits,
  wanted: number,
): Uint32Array | undefined {
  const alone = bests.map((best, i) => (terms[i] === best ? best : firstWithout(twice, best, wanted)));
  for (const [i, own] of alone.entries()) {
    const term = terms[i] as TermDocs;
    const isKnownWhole = term instanceof Uint32Array || bests[i]?.length === term.count;
    if (own.length < wanted && !isKnownWhole) return undefined;
    setBits(twice, own);
  }
  return docsOf(twice);
}

/** The first `wanted` of the docs that are not in the bits. */
function firstWithout(bits: Bits, docs: Uint32Array, wanted: number): Uint32Array {
  const out = new Uint32Array(Math.min(wanted, docs.length));
  let n = 0;
  for (let i = 0; i < docs.length && n < out.length; i++) {
    const doc = docs[i] as number;
    if (!hasBit(bits, doc)) out[n++] = doc;
  }
  return out.subarray(0, n);
}
