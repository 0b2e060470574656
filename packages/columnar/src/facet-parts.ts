/** Facets count a sum of sets of docs: some sets are counted doc by doc; for others the counts are cached. */

import type { Validity } from '../../core/src/domain/validity.ts';
import type { CachedTerm } from './cached-term.ts';
import { countsOf } from './column-counts.ts';
import type { Codes } from './columns.ts';
import { type Bits, countBoth, docsOf } from './docs.ts';
import { addCounts } from './node-counts.ts';
import type { Scope } from './scope.ts';
import { isBytes, type LinkColumn } from './segment.ts';
import type { SegmentStates } from './segment-states.ts';

/** One summand: a set of docs of one segment, added or subtracted. */
export type Part =
  /** Docs of a segment; with `sign` -1, they are subtracted. */
  | { readonly docs: Uint32Array; readonly sign: 1 | -1 }
  | { readonly term: CachedTerm }
  /** All live docs of a segment, and its deleted docs, whose counts are to be subtracted from those of whole columns. */
  | { readonly live: Uint32Array; readonly deleted: Uint32Array };

/** Adds the number of docs that have each code. */
export function countCodes(counts: Int32Array, codes: Codes, part: Part): void {
  if ('docs' in part) addCodes(counts, codes, part.docs, part.sign);
  else if ('term' in part) {
    const { bits, count } = part.term;
    const own = part.term.codeCounts(codes, () => {
      const made = new Int32Array(counts.length);
      addCodes(made, codes, docsOf(bits, count), 1);
      return made;
    });
    addAll(counts, own);
  } else {
    addAll(counts, countsOf(codes));
    addCodes(counts, codes, part.deleted, -1);
  }
}

function addCodes(counts: Int32Array, codes: Codes, docs: Uint32Array, sign: 1 | -1): void {
  if (isBytes(codes)) addBytes(counts, codes, docs, sign);
  else {
    for (let i = 0; i < docs.length; i++) {
      const code = codes[docs[i] as number] as number;
      counts[code] = (counts[code] as number) + sign;
    }
  }
}

/** The same for the most common type of codes: for a single array type, V8 generates faster code. */
function addBytes(counts: Int32Array, codes: Uint8Array, docs: Uint32Array, sign: 1 | -1): void {
  for (let i = 0; i < docs.length; i++) {
    const code = codes[docs[i] as number] as number;
    counts[code] = (counts[code] as number) + sign;
  }
}

/** Adds the number of docs in each state. */
export function countStates(sums: Record<Validity, number>, states: SegmentStates, part: Part, size: number): void {
  const add = ({ valid, expired, upcoming }: Readonly<Record<Validity, number>>, sign: number) => {
    sums.valid += sign * valid;
    sums.expired += sign * expired;
    sums.upcoming += sign * upcoming;
  };
  const ofDocs = (docs: Uint32Array) => {
    const [expired, upcoming] = [states.expired, states.upcoming].map((bits) => countIn(docs, bits)) as [
      number,
      number,
    ];
    return { valid: docs.length - expired - upcoming, expired, upcoming };
  };
  if ('docs' in part) add(ofDocs(part.docs), part.sign);
  else if ('term' in part) {
    const { bits, count } = part.term;
    const [expired, upcoming] = [countBoth(bits, states.expired), countBoth(bits, states.upcoming)];
    add({ valid: count - expired - upcoming, expired, upcoming }, 1);
  } else {
    add(states.counts(size), 1);
    add(ofDocs(part.deleted), -1);
  }
}

function countIn(docs: Uint32Array, bits: Bits): number {
  let count = 0;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    count += ((bits[doc >>> 5] as number) >>> (doc & 31)) & 1;
  }
  return count;
}

/** The links of a segment that are to be counted. */
export interface CountedLinks {
  readonly column: LinkColumn;
  readonly scope: Scope;
  /** True if no node has moved since the segment was built. */
  readonly ancestorsHold: boolean;
  allDocs(): Uint32Array;
}

/** Counts of all docs of columns without links to skipped nodes, deleted docs included; columns are immutable. */
const countsOfLinks = new WeakMap<LinkColumn, Int32Array>();

/** Adds the number of docs at each node, before `sumUp`. */
export function countLinks(counts: Int32Array, part: Part, links: CountedLinks): void {
  const { column, scope, ancestorsHold } = links;
  const add = (to: Int32Array, docs: Uint32Array, sign = 1) =>
    addCounts(to, docs, [column], scope, { recursive: true, ancestorsHold }, sign);
  const countsFor = (docs: Uint32Array) => {
    const made = new Int32Array(counts.length);
    add(made, docs);
    return made;
  };
  if ('docs' in part) add(counts, part.docs, part.sign);
  else if ('term' in part) {
    const { bits, count } = part.term;
    addAll(
      counts,
      part.term.linkCounts(column, () => countsFor(docsOf(bits, count))),
    );
  } else if (ancestorsHold && !scope.hasSkipped(column)) {
    addAll(
      counts,
      countsOfLinks.getOrInsertComputed(column, () => countsFor(links.allDocs())),
    );
    add(counts, part.deleted, -1);
  } else add(counts, part.live);
}

function addAll(counts: Int32Array, others: Int32Array): void {
  for (let i = 0; i < others.length; i++) counts[i] = ((counts[i] as number) + (others[i] as number)) | 0;
}
