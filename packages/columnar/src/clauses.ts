/**
 * Conditions on the docs of a segment, and ways to combine them. Each can list its docs or filter those of another. The
 * `bits` of a segment are working memory that all clauses share: whoever sets some clears them before it returns.
 */

import { countsOf } from './column-counts.ts';
import type { Codes } from './columns.ts';
import {
  type Bits,
  clearBits,
  docsOf,
  drainBits,
  filterByBits,
  intersect,
  NO_DOCS,
  setBits,
  subtract,
} from './docs.ts';
import type { OpenSegment } from './open-segment.ts';
import { isBytes } from './segment.ts';

/** A condition on the docs of one segment. */
export interface Clause {
  /** Upper bound of the number of docs; combined clauses run in ascending order of it. */
  readonly estimate: number;
  /** Returns all matching docs, ascending. */
  collect(): Uint32Array;
  /** Returns those of `docs` (ascending) that match. */
  filter(docs: Uint32Array): Uint32Array;
}

export const NOTHING: Clause = { estimate: 0, collect: () => NO_DOCS, filter: () => NO_DOCS };

export function everything(segment: OpenSegment): Clause {
  return { estimate: segment.size, collect: () => segment.allDocs(), filter: (docs) => docs };
}

export function listed(docs: Uint32Array): Clause {
  return { estimate: docs.length, collect: () => docs, filter: (others) => intersect(others, docs) };
}

/** Matches the docs of existing bits, of which `count` are set. */
export function marked(bits: Bits, count: number): Clause {
  return { estimate: count, collect: () => docsOf(bits, count), filter: (docs) => filterByBits(docs, bits) };
}

/** Beyond this many list entries per doc to filter, testing each doc costs less than setting all bits. */
const TEST_RATIO = 4;

/** Matches the docs of any of several lists, unsorted and overlapping. `test` says whether a doc is in one. */
export function anyOfLists(
  { bits }: OpenSegment,
  lists: readonly Uint32Array[],
  test: (doc: number) => boolean,
): Clause {
  const estimate = lists.reduce((sum, { length }) => sum + length, 0);
  const mark = () => {
    for (const list of lists) setBits(bits, list);
  };
  return {
    estimate,
    collect: () => {
      mark();
      return drainBits(bits);
    },
    filter: (docs) => {
      if (estimate > docs.length * TEST_RATIO) return tested(docs, test);
      mark();
      const found = filterByBits(docs, bits);
      for (const list of lists) clearBits(bits, list);
      return found;
    },
  };
}

export function tested(docs: Uint32Array, test: (doc: number) => boolean): Uint32Array {
  const out = new Uint32Array(docs.length);
  let n = 0;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    if (test(doc)) out[n++] = doc;
  }
  return out.subarray(0, n);
}

/** Matches the docs whose code is wanted. `wanted` holds 1 for wanted codes and 0 for all others that occur. */
export function codedIn(segment: OpenSegment, codes: Codes, wanted: Uint8Array): Clause {
  const counts = countsOf(codes);
  let estimate = 0;
  for (let code = 0; code < wanted.length; code++) if (wanted[code] === 1) estimate += counts[code] ?? 0;
  if (estimate === 0) return NOTHING;
  return {
    estimate,
    collect: () => {
      const room = segment.room();
      return room.slice(0, isBytes(codes) ? scanBytes(codes, wanted, room) : scan(codes, wanted, room));
    },
    filter: (docs) => {
      const out = new Uint32Array(docs.length);
      return out.subarray(0, isBytes(codes) ? pickBytes(codes, wanted, docs, out) : pick(codes, wanted, docs, out));
    },
  };
}

// Each loop writes every doc and goes on to the next place only after a wanted one, which costs less than a branch.
// It exists twice because V8 generates code that is nearly twice as fast (measured) for a single array type.

/** Writes the docs whose code is wanted to `out`; returns their number. */
function scan(codes: Codes, wanted: Uint8Array, out: Uint32Array): number {
  let n = 0;
  for (let doc = 0; doc < codes.length; doc++) {
    out[n] = doc;
    n += wanted[codes[doc] as number] as number;
  }
  return n;
}

function scanBytes(codes: Uint8Array, wanted: Uint8Array, out: Uint32Array): number {
  let n = 0;
  for (let doc = 0; doc < codes.length; doc++) {
    out[n] = doc;
    n += wanted[codes[doc] as number] as number;
  }
  return n;
}

/** Writes those of `docs` whose code is wanted to `out`; returns their number. */
function pick(codes: Codes, wanted: Uint8Array, docs: Uint32Array, out: Uint32Array): number {
  let n = 0;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    out[n] = doc;
    n += wanted[codes[doc] as number] as number;
  }
  return n;
}

function pickBytes(codes: Uint8Array, wanted: Uint8Array, docs: Uint32Array, out: Uint32Array): number {
  let n = 0;
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    out[n] = doc;
    n += wanted[codes[doc] as number] as number;
  }
  return n;
}

/** Matches docs that match all clauses. The clauses with the fewest docs run first. */
export function every(segment: OpenSegment, clauses: readonly Clause[]): Clause {
  if (clauses.length === 0) return everything(segment);
  if (clauses.length === 1) return clauses[0] as Clause;
  const sorted = [...clauses].sort((a, b) => a.estimate - b.estimate);
  const [first, ...rest] = sorted as [Clause, ...Clause[]];
  const narrow = (docs: Uint32Array, by: readonly Clause[]) =>
    by.reduce((left, clause) => (left.length === 0 ? left : clause.filter(left)), docs);
  return {
    estimate: first.estimate,
    collect: () => narrow(first.collect(), rest),
    filter: (docs) => narrow(docs, sorted),
  };
}

export function some({ bits, size }: OpenSegment, clauses: readonly Clause[]): Clause {
  if (clauses.length === 0) return NOTHING;
  if (clauses.length === 1) return clauses[0] as Clause;
  const estimate = Math.min(
    size,
    clauses.reduce((sum, clause) => sum + clause.estimate, 0),
  );
  const disjunctionOf = (all: readonly Uint32Array[]) => {
    const parts = all.filter(({ length }) => length > 0);
    if (parts.length <= 1) return parts[0] ?? NO_DOCS;
    for (const part of parts) setBits(bits, part);
    return drainBits(bits);
  };
  const collectAll = () => clauses.map((clause) => clause.collect());
  return {
    estimate,
    collect: () => disjunctionOf(collectAll()),
    filter: (docs) => {
      if (estimate > docs.length * TEST_RATIO) return disjunctionOf(clauses.map((clause) => clause.filter(docs)));
      for (const part of collectAll()) setBits(bits, part);
      return takeByBits(docs, bits, 1);
    },
  };
}

/** Filters docs by bits, and clears these. No step depends on a doc, so that this costs less than to compare two long lists. */
function takeByBits(docs: Uint32Array, bits: Bits, wanted: 0 | 1): Uint32Array {
  const found = filterByBits(docs, bits, wanted);
  bits.fill(0);
  return found;
}

export function not(segment: OpenSegment, clause: Clause): Clause {
  return {
    estimate: segment.size,
    collect: () => subtract(segment.allDocs(), clause.collect()),
    filter: (docs) => {
      const found = clause.filter(docs);
      if (found.length * TEST_RATIO < docs.length) return subtract(docs, found);
      setBits(segment.bits, found);
      return takeByBits(docs, segment.bits, 0);
    },
  };
}
