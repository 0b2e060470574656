/** Merges the links of segments (`merge-segments.ts`). */
import { docsByKey, noneFor } from './build-links.ts';
import { newCodes, newColumn } from './columns.ts';
import type { MergedDocs, MergeSource } from './merged-docs.ts';
import { ancestorsHold, lowestCommonAncestor, type NodeTree } from './node-tree.ts';
import { type LinkColumn, NONE, noneOf } from './segment.ts';

/** The nodes of merged links. */
export interface NodeNumbers {
  /** The tree, by the numbers that the segments use. */
  readonly tree: Pick<NodeTree, 'parents' | 'places' | 'ends'>;
  /** The new numbers of nodes; NONE for those to which no link is kept. */
  readonly numbers: Uint32Array;
  /** How many numbers there are. */
  readonly count: number;
}

export function mergeLinks(
  merged: MergedDocs,
  sources: readonly MergeSource[],
  columns: readonly (LinkColumn | undefined)[],
  { tree, numbers, count }: NodeNumbers,
): LinkColumn {
  const offsets = newColumn(Uint32Array, merged.size + 1);
  const kept = (column: LinkColumn, doc: number) => {
    let links = 0;
    for (let at = column.offsets[doc] as number; at < (column.offsets[doc + 1] as number); at++) {
      if (numbers[column.nodes[at] as number] !== NONE) links += 1;
    }
    return links;
  };
  for (let doc = 0; doc < merged.size; doc++) {
    const column = columns[merged.sources[doc] as number];
    offsets[doc + 1] = (offsets[doc] as number) + (column ? kept(column, merged.docs[doc] as number) : 0);
  }
  const total = offsets[merged.size] as number;
  const none = noneFor(count);
  const nodes = newCodes(total, count);
  const commonAncestors = newCodes(total, none);
  const hold = sources.map(({ nodeParents }) => ancestorsHold(nodeParents, tree));
  const { places } = tree;
  for (let doc = 0; doc < merged.size; doc++) {
    const source = merged.sources[doc] as number;
    const column = columns[source];
    if (!column) continue;
    const start = offsets[doc] as number;
    const old = merged.docs[doc] as number;
    const first = column.offsets[old] as number;
    const end = column.offsets[old + 1] as number;
    const isWhole = hold[source] && end - first === (offsets[doc + 1] as number) - start;
    let at = start;
    if (isWhole) {
      const noneBefore = noneOf(column.commonAncestors);
      for (let i = first; i < end; i++) {
        const ancestor = column.commonAncestors[i] as number;
        const number = ancestor === noneBefore ? NONE : (numbers[ancestor] as number);
        nodes[at] = numbers[column.nodes[i] as number] as number;
        commonAncestors[at++] = number === NONE ? none : number;
      }
      continue;
    }
    const inTree: number[] = [];
    for (let i = first; i < end; i++) {
      const number = column.nodes[i] as number;
      if (numbers[number] === NONE) continue;
      commonAncestors[at] = none;
      nodes[at++] = numbers[number] as number;
      if (places[number] !== NONE) inTree.push(number);
    }
    inTree.sort((a, b) => (places[a] as number) - (places[b] as number));
    for (let i = 1; i < inTree.length; i++) {
      const meet = lowestCommonAncestor(tree, inTree[i - 1] as number, inTree[i] as number);
      if (meet !== NONE) commonAncestors[start + i] = numbers[meet] as number;
    }
  }
  return { offsets, nodes, commonAncestors, docsOf: docsByKey(offsets, nodes, count) };
}
