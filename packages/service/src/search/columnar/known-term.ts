import { type Bits, countOnes } from './docs.ts';
import type { Codes, LinkColumn } from './segment.ts';

/**
 * What is known of a term that many docs of a segment have, for one viewer: the same few words are asked for again and again, and
 * whoever does so need not look through all their docs. What isn't known yet is made by the first who needs it.
 */
export interface KnownTerm {
  /** Docs that have the term, live, and may be seen. */
  readonly bits: Bits;
  readonly count: number;
  /** Docs that have it and live, whoever may see them: what its rarity is told from. */
  readonly living: number;
  scored(make: () => Scored): Scored;
  /** What its docs count by a column. */
  codeCounts(column: Codes, make: () => Uint32Array): Uint32Array;
  /** The same of links, before `sumUp`. */
  linkCounts(column: LinkColumn, make: () => Int32Array): Int32Array;
}

/** What scores need of a term. */
export interface Scored {
  /** Its weight in each doc of the bits. */
  readonly weights: Uint8Array;
  /** Docs of the bits before each of their words: the way from a doc to its weight. */
  readonly before: Uint32Array;
  /** The docs that it tells most of, best first, equal ones by doc: so many as `TermLimits` says, or all. */
  readonly best: Uint32Array;
}

/**
 * `charge` hears of all memory that is kept, then and later. Nothing of the question that makes it is kept: it would hold all the
 * other terms that were in it.
 */
export function knownTerm(
  { bits, count, living }: Pick<KnownTerm, 'bits' | 'count' | 'living'>,
  charge: (bytes: number) => void,
): KnownTerm {
  let scored: Scored | undefined;
  const codes = new Map<Codes, Uint32Array>();
  const links = new Map<LinkColumn, Int32Array>();
  charge(bits.byteLength);

  function charged<T extends Uint8Array | Uint32Array | Int32Array>(made: T): T {
    // A part of a column takes nothing.
    if (made.byteLength === made.buffer.byteLength) charge(made.byteLength);
    return made;
  }

  return {
    bits,
    count,
    living,
    scored: (make) => {
      if (scored === undefined) {
        scored = make();
        for (const made of [scored.weights, scored.before, scored.best]) charged(made);
      }
      return scored;
    },
    codeCounts: (column, make) => codes.getOrInsertComputed(column, () => charged(make())),
    linkCounts: (column, make) => links.getOrInsertComputed(column, () => charged(make())),
  };
}

/** The weight of a term in a doc; 0 where it has none. */
export function weightIn(bits: Bits, { before, weights }: Scored, doc: number): number {
  const place = doc >>> 5;
  const word = bits[place] as number;
  const bit = 1 << (doc & 31);
  if ((word & bit) === 0) return 0;
  return weights[(before[place] as number) + countOnes(word & (bit - 1))] as number;
}
