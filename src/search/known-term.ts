import { type Bits, countOnes } from './docs.ts';
import type { Codes, LinkColumn } from './segment.ts';

/**
 * What is known of a term that many docs of a segment have, for one viewer: the same few words are asked for again and again, and
 * whoever does so need not look through all their docs.
 */
export interface KnownTerm {
  /** Docs that have the term, live, and may be seen. */
  readonly bits: Bits;
  readonly count: number;
  /** Docs that have it and live, whoever may see them: what its rarity is told from. */
  readonly living: number;
  /** What scores need, made when the first asks for it. */
  scored(): Scored;
  /** What its docs count by a column; `make` counts them where nobody asked before. */
  codeCounts(column: Codes, make: () => Uint32Array): Uint32Array;
  /** The same of links, before `sumUp`. */
  linkCounts(column: LinkColumn, make: () => Int32Array): Int32Array;
}

export interface Scored {
  /** Weight of the term in each doc of the bits. */
  readonly weights: Uint8Array;
  /** Docs of the bits before each of their words: the way from a doc to its weight. */
  readonly before: Uint32Array;
  /** The docs that it tells most of, best first, equal ones by doc: so many as `TermLimits` says, or all. */
  readonly best: Uint32Array;
}

/** The weight of a term in a doc; 0 where it has none. */
export function weightIn(bits: Bits, { before, weights }: Scored, doc: number): number {
  const place = doc >>> 5;
  const word = bits[place] as number;
  const bit = 1 << (doc & 31);
  if ((word & bit) === 0) return 0;
  return weights[(before[place] as number) + countOnes(word & (bit - 1))] as number;
}
