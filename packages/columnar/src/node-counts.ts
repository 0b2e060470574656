/**
 * Counts distinct docs per node, for the node itself or for its whole sub-tree. For a sub-tree, each link of a doc adds
 * one to its node, and each pair of neighbouring links in tree order subtracts one from the lowest common ancestor of
 * their nodes. Summing upwards then counts each doc once.
 */

import { getOrMake } from '../../core/src/concurrency/get-or-make.ts';
import { lowestCommonAncestor } from './node-tree.ts';
import type { Perspective } from './perspective.ts';
import type { Scope } from './scope.ts';
import type { NodeCountQuery } from './search-index.ts';
import type { SeenSegment } from './seen-segment.ts';
import { type LinkColumn, NONE, noneOf } from './segment.ts';

/** `recursive` counts whole sub-trees instead of single nodes. */
export interface CountOptions {
  readonly recursive: boolean;
  /** True if no node has moved since the segments were built. */
  readonly ancestorsHold: boolean;
}

/** Adds the counts of docs before `sumUp`, to their nodes and common ancestors; with `sign` -1, subtracts them. */
export function addCounts(
  counts: Int32Array,
  docs: Uint32Array,
  columns: readonly LinkColumn[],
  scope: Scope,
  { recursive, ancestorsHold }: CountOptions,
  sign = 1,
): void {
  const [only] = columns;
  if (only && columns.length === 1 && (ancestorsHold || !recursive)) {
    addLinks(counts, docs, only, scope, recursive, sign);
    return;
  }
  for (let i = 0; i < docs.length; i++) {
    addDoc(counts, linkedNumbers(columns, docs[i] as number, scope), scope, recursive, sign);
  }
}

/** `commonAncestors` are valid only for docs without skipped nodes, which most docs are. */
function addLinks(
  counts: Int32Array,
  docs: Uint32Array,
  column: LinkColumn,
  scope: Scope,
  recursive: boolean,
  sign: number,
) {
  const { offsets, nodes, commonAncestors } = column;
  const { skipped } = scope;
  const hasSkipped = scope.hasSkipped(column);
  const none = noneOf(commonAncestors);
  for (let i = 0; i < docs.length; i++) {
    const doc = docs[i] as number;
    const first = offsets[doc] as number;
    const end = offsets[doc + 1] as number;
    let skips = 0;
    if (hasSkipped) for (let at = first; at < end; at++) skips |= skipped[nodes[at] as number] as number;
    if (skips === 1) {
      addDoc(counts, linkedNumbers([column], doc, scope), scope, recursive, sign);
      continue;
    }
    for (let at = first; at < end; at++) {
      const number = nodes[at] as number;
      counts[number] = (counts[number] as number) + sign;
    }
    if (!recursive) continue;
    for (let at = first + 1; at < end; at++) {
      const ancestor = commonAncestors[at] as number;
      if (ancestor !== none) counts[ancestor] = (counts[ancestor] as number) - sign;
    }
  }
}

/** Adds one doc; `numbers` are its nodes in tree order. */
function addDoc(counts: Int32Array, numbers: readonly number[], { tree }: Scope, recursive: boolean, sign: number) {
  for (let j = 0; j < numbers.length; j++) {
    const number = numbers[j] as number;
    counts[number] = (counts[number] as number) + sign;
    if (!recursive || j === 0) continue;
    const meet = lowestCommonAncestor(tree, numbers[j - 1] as number, number);
    if (meet !== NONE) counts[meet] = (counts[meet] as number) - sign;
  }
}

/** Returns the nodes of a doc that are not skipped, each once, in tree order. */
function linkedNumbers(columns: readonly LinkColumn[], doc: number, { tree, skipped }: Scope): readonly number[] {
  const numbers: number[] = [];
  for (const { offsets, nodes } of columns) {
    for (let at = offsets[doc] as number; at < (offsets[doc + 1] as number); at++) {
      const number = nodes[at] as number;
      if (skipped[number] !== 1 && !numbers.includes(number)) numbers.push(number);
    }
  }
  return numbers.sort((a, b) => (tree.places[a] as number) - (tree.places[b] as number));
}

/**
 * Adds the count of every node to its parent, from the leaves up. The counts of leaves with one parent are summed up first,
 * because each addition in memory would wait for the one before it.
 */
export function sumUp(counts: Int32Array, { tree }: Pick<Scope, 'tree'>): void {
  const { order, parents } = tree;
  let above = NONE;
  let sum = 0;
  for (let place = order.length - 1; place >= 0; place--) {
    const number = order[place] as number;
    const parent = parents[number] as number;
    if (parent !== above) {
      if (above !== NONE) counts[above] = (counts[above] as number) + sum;
      above = parent;
      sum = 0;
    }
    sum = (sum + (counts[number] as number)) | 0;
  }
  if (above !== NONE) counts[above] = (counts[above] as number) + sum;
}

/** Counts the visible assets of every node of a type. Nodes without any are left out. */
export function countByNode(
  perspective: Perspective,
  { type, recursive, references }: Pick<NodeCountQuery, 'type' | 'recursive' | 'references'>,
): ReadonlyMap<number, number> {
  return getOrMake(perspective.counts, JSON.stringify([type, recursive, references]), () => {
    const scope = perspective.newScope();
    const counts = linkCounts(perspective, scope, { recursive, references });
    if (recursive) sumUp(counts, scope);
    return countsOfType(type, counts, scope);
  });
}

/** Counts of all docs that are visible in a window, before `sumUp`. */
const countsInWindow = new WeakMap<Perspective, Map<string, Int32Array>>();

/** Returns the counts before `sumUp`. In a window, few docs change, so only those that are gone are counted anew. */
function linkCounts(
  perspective: Perspective,
  scope: Scope,
  { recursive, references }: Pick<NodeCountQuery, 'recursive' | 'references'>,
): Int32Array {
  const add = (counts: Int32Array, docsIn: (segment: SeenSegment) => Uint32Array, sign = 1) => {
    for (const segment of perspective.segments) {
      const { nodes, references: others } = segment.open.columns;
      const links = references ? [nodes, ...Object.values(others)] : [nodes];
      addCounts(counts, docsIn(segment), links, scope, { recursive, ancestorsHold: segment.ancestorsHold() }, sign);
    }
    return counts;
  };
  const none = () => new Int32Array(scope.tree.ids.length);
  if (!perspective.hidesInvalid) return add(none(), (segment) => segment.allVisible());
  const all = countsInWindow
    .getOrInsertComputed(perspective, () => new Map())
    .getOrInsertComputed(JSON.stringify([recursive, references]), () =>
      add(none(), (segment) => segment.allInWindow()),
    );
  return add(all.slice(), (segment) => segment.gone, -1);
}

function countsOfType(type: number, counts: Int32Array, { tree, model }: Scope): ReadonlyMap<number, number> {
  const byNode = new Map<number, number>();
  for (let number = 0; number < counts.length; number++) {
    const id = tree.ids[number] as number;
    const count = counts[number] as number;
    if (count > 0 && model.trees.get(id)?.type === type) byNode.set(id, count);
  }
  return byNode;
}
