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
  /** Its weight in each doc of the bits. */
  readonly weights: Uint8Array;
  /** Docs of the bits before each of their words: the way from a doc to its weight. */
  readonly before: Uint32Array;
  /** The docs that it tells most of, best first, equal ones by doc: so many as `TermLimits` says, or all. */
  readonly best: Uint32Array;
  /** What its docs count, by column, as far as facets were asked for. */
  readonly codeCounts: Map<Codes, Uint32Array>;
  /** Before `sumUp`. */
  readonly linkCounts: Map<LinkColumn, Int32Array>;
  /** Memory of all this, with the counts that may come. */
  readonly bytes: number;
}

/** The weight of a term in a doc; 0 where it has none. */
export function weightIn({ bits, before, weights }: KnownTerm, doc: number): number {
  const place = doc >>> 5;
  const word = bits[place] as number;
  const bit = 1 << (doc & 31);
  if ((word & bit) === 0) return 0;
  return weights[(before[place] as number) + countOnes(word & (bit - 1))] as number;
}
