import { anyOfLists, type Clause, NOTHING } from './clauses.ts';
import type { OpenSegment } from './open-segment.ts';
import type { LinkColumn } from './segment.ts';

/** Node numbers as ascending ranges `[first, end)`. */
export type NodeRanges = readonly (readonly [number, number])[];

/** Matches docs that any of these columns links to a node of the ranges. */
export function linkedTo(segment: OpenSegment, columns: readonly LinkColumn[], ranges: NodeRanges): Clause {
  const lists = columns.flatMap(({ docsOf: { offsets, docs } }) =>
    ranges.flatMap(([first, end]) => {
      // Nodes that were created after the segment have no docs in it.
      const last = Math.min(end, offsets.length - 1);
      return first < last ? [docs.subarray(offsets[first], offsets[last])] : [];
    }),
  );
  if (lists.length === 0) return NOTHING;
  const wanted = flagsOf(ranges);
  return anyOfLists(segment, lists, (doc) => columns.some((column) => isLinked(column, doc, wanted)));
}

/** Returns an array by node number that is 1 for the numbers of the ranges. */
function flagsOf(ranges: NodeRanges): Uint8Array {
  const flags = new Uint8Array(ranges.at(-1)?.[1] ?? 0);
  for (const [first, end] of ranges) flags.fill(1, first, end);
  return flags;
}

function isLinked({ offsets, nodes }: LinkColumn, doc: number, wanted: Uint8Array): boolean {
  for (let i = offsets[doc] as number; i < (offsets[doc + 1] as number); i++) {
    if (wanted[nodes[i] as number] === 1) return true;
  }
  return false;
}

export function without(ranges: NodeRanges, skipped: Uint8Array): NodeRanges {
  return ranges.flatMap(([first, end]) => {
    const left: [number, number][] = [];
    for (let number = first; number < end; number++) {
      if (skipped[number] === 1) continue;
      const last = left.at(-1);
      if (last?.[1] === number) last[1] += 1;
      else left.push([number, number + 1]);
    }
    return left;
  });
}
