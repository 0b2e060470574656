/** What is counted, as a sum of sets: some are counted doc by doc, of others the counts are known. */
import { docsOf } from './docs.ts';
import type { KnownTerm } from './known-term.ts';
import { addCounts } from './node-counts.ts';
import type { Scope } from './scope.ts';
import { type Codes, isBytes, type LinkColumn } from './segment.ts';
import { countsOf, linkCountsOf } from './whole-counts.ts';

export type Part =
  /** Docs of a segment; with `sign` -1 they are taken away. */
  | { readonly docs: Uint32Array; readonly sign: 1 | -1 }
  /** Docs of a term. */
  | { readonly term: KnownTerm }
  /** All docs of a segment that live, and those that live no more, whose number is to be taken from what its columns count. */
  | { readonly living: Uint32Array; readonly dead: Uint32Array };

/** Adds how many docs have each code. */
export function countCodes(counts: Uint32Array, codes: Codes, part: Part): void {
  if ('docs' in part) addCodes(counts, codes, part.docs, part.sign);
  else if ('term' in part) {
    const { bits, count } = part.term;
    const own = part.term.codeCounts(codes, () => {
      const made = new Uint32Array(counts.length);
      addCodes(made, codes, docsOf(bits, count), 1);
      return made;
    });
    addAll(counts, own);
  } else {
    addAll(counts, countsOf(codes));
    addCodes(counts, codes, part.dead, -1);
  }
}

function addCodes(counts: Uint32Array, codes: Codes, docs: Uint32Array, sign: 1 | -1): void {
  if (isBytes(codes)) addBytes(counts, codes, docs, sign);
  else {
    for (let i = 0; i < docs.length; i++) {
      const code = codes[docs[i] as number] as number;
      counts[code] = (counts[code] as number) + sign;
    }
  }
}

/** The same for the kind that most codes have: of one kind of array the engine makes better code. */
function addBytes(counts: Uint32Array, codes: Uint8Array, docs: Uint32Array, sign: 1 | -1): void {
  for (let i = 0; i < docs.length; i++) {
    const code = codes[docs[i] as number] as number;
    counts[code] = (counts[code] as number) + sign;
  }
}

/** Where links are counted: all there is of a segment. */
export interface CountedLinks {
  readonly column: LinkColumn;
  readonly scope: Scope;
  /** True while nodes stand where they stood when the segment was made. */
  readonly meetsHold: boolean;
  allDocs(): Uint32Array;
}

/** Adds what docs count at each node before `sumUp`. */
export function countLinks(counts: Int32Array, part: Part, links: CountedLinks): void {
  const { column, scope, meetsHold } = links;
  const add = (to: Int32Array, docs: Uint32Array, sign = 1) =>
    addCounts(to, docs, [column], scope, { recursive: true, meetsHold }, sign);
  if ('docs' in part) add(counts, part.docs, part.sign);
  else if ('term' in part) {
    const { bits, count } = part.term;
    const own = part.term.linkCounts(column, () => {
      const made = new Int32Array(counts.length);
      add(made, docsOf(bits, count));
      return made;
    });
    addAllLinks(counts, own);
  } else if (meetsHold && !scope.hasSkipped(column)) {
    const whole = linkCountsOf(column, () => {
      const made = new Int32Array(counts.length);
      add(made, links.allDocs());
      return made;
    });
    addAllLinks(counts, whole);
    add(counts, part.dead, -1);
  } else add(counts, part.living);
}

// Of one kind of array the engine makes better code.

function addAll(counts: Uint32Array, others: Uint32Array): void {
  for (let i = 0; i < others.length; i++) counts[i] = (counts[i] as number) + (others[i] as number);
}

function addAllLinks(counts: Int32Array, others: Int32Array): void {
  for (let i = 0; i < others.length; i++) counts[i] = ((counts[i] as number) + (others[i] as number)) | 0;
}
