import type { Codes } from './columns.ts';
import { type Bits, countOnes } from './docs.ts';
import type { LinkColumn } from './segment.ts';
import type { Averages } from './text-counts.ts';

/** Data of a term that many docs of a segment have, for one viewer, made by the first query that needs it. */
export interface CachedTerm {
  /** Docs that have the term, are live and are visible to the viewer. */
  readonly bits: Bits;
  readonly count: number;
  /** Made anew where the averages are others. */
  scored(averages: Averages, make: () => Scored): Scored;
  /** Number of the term's docs by code of a column. */
  codeCounts(column: Codes, make: () => Int32Array): Int32Array;
  /** Number of the term's docs by node, before `sumUp`. */
  linkCounts(column: LinkColumn, make: () => Int32Array): Int32Array;
}

/** What scoring needs of a term. */
export interface Scored {
  /** Of each doc of the bits, in the order of docs; see `Hits`. */
  readonly weights?: Uint8Array;
  readonly frequencies?: Uint8Array;
  /** For each word of the bits, the number of docs before it; this maps a doc to its index in the columns above. */
  readonly before: Uint32Array;
  /** The docs that the term is most relevant for, best first, ties by doc: `TermCacheLimits.best` of them, or all. */
  readonly best: Uint32Array;
}

/** Calls `grow` with the bytes of each later column. May not refer to the query, which holds the other terms. */
export function cachedTermOf(
  { bits, count }: Pick<CachedTerm, 'bits' | 'count'>,
  grow: (bytes: number) => void,
): CachedTerm {
  let scored: Scored | undefined;
  let scoredWith: Averages | undefined;
  const codes = new Map<Codes, Int32Array>();
  const links = new Map<LinkColumn, Int32Array>();

  function counted<T extends Uint8Array | Uint32Array | Int32Array>(made: T): T {
    // A subarray of a column takes no memory of its own.
    if (made.byteLength === made.buffer.byteLength) grow(made.byteLength);
    return made;
  }

  return {
    bits,
    count,
    scored: (averages, make) => {
      if (scored && scoredWith === averages) return scored;
      const isFirst = scored === undefined;
      scored = make();
      scoredWith = averages;
      const { weights, frequencies, before, best } = scored;
      if (isFirst) for (const made of [weights, frequencies, before, best]) if (made) counted(made);
      return scored;
    },
    codeCounts: (column, make) => codes.getOrInsertComputed(column, () => counted(make())),
    linkCounts: (column, make) => links.getOrInsertComputed(column, () => counted(make())),
  };
}

/** Returns the index of a doc among those of a term, or -1 if the doc does not have it. */
export function placeIn(bits: Bits, { before }: Scored, doc: number): number {
  const place = doc >>> 5;
  const word = bits[place] as number;
  const bit = 1 << (doc & 31);
  return (word & bit) === 0 ? -1 : (before[place] as number) + countOnes(word & (bit - 1));
}
