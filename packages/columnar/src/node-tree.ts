import type { NodeTrees } from '../../core/src/domain/node-trees.ts';
import { NONE } from './segment.ts';

/**
 * The trees of a model, by the numbers that segments use for nodes. Numbers never change while a base is in use: a new
 * node gets the next number, a deleted one keeps its own, and moving a node changes no number.
 */
export interface NodeTree {
  /** Node IDs by number. */
  readonly ids: Float64Array;
  numberOf(id: number): number | undefined;
  /** Parents by number; NONE for roots and deleted nodes. */
  readonly parents: Uint32Array;
  /** Positions in the pre-order of all trees; NONE for deleted nodes. A sub-tree is one range of positions. */
  readonly places: Uint32Array;
  /** The position after the last one of the sub-tree, by number. */
  readonly ends: Uint32Array;
  /** Numbers in pre-order, so that parents come before their children. */
  readonly order: Uint32Array;
}

/** Numbers the nodes: those in `existing` keep their index as their number, new ones follow in pre-order. */
export function numberNodes(trees: NodeTrees, existing: Float64Array): NodeTree {
  const numbers = new Map<number, number>();
  const ids: number[] = [];
  const add = (id: number) => {
    numbers.set(id, ids.length);
    ids.push(id);
  };
  for (const id of existing) add(id);

  const { nodes, ends: behind } = trees.preOrder;
  for (const { id } of nodes) if (!numbers.has(id)) add(id);

  const order = new Uint32Array(nodes.length);
  const parents = new Uint32Array(ids.length).fill(NONE);
  const places = new Uint32Array(ids.length).fill(NONE);
  const ends = new Uint32Array(ids.length);
  for (const [place, { id, parent }] of nodes.entries()) {
    const number = numbers.get(id) as number;
    order[place] = number;
    places[number] = place;
    ends[number] = behind[place] as number;
    if (parent !== undefined) parents[number] = numbers.get(parent) ?? NONE;
  }
  return {
    ids: Float64Array.from(ids),
    numberOf: (id) => numbers.get(id),
    parents,
    places,
    ends,
    order,
  };
}

/** Returns the lowest common ancestor, or NONE. `a` must not come after `b`, and neither may be deleted. */
export function lowestCommonAncestor(
  { parents, places, ends }: Pick<NodeTree, 'parents' | 'places' | 'ends'>,
  a: number,
  b: number,
): number {
  const place = places[b] as number;
  let above = a;
  while (above !== NONE && (ends[above] as number) <= place) above = parents[above] as number;
  return above;
}

/**
 * Returns false if a node has moved since these were the parents. Deleted ones are skipped everywhere, but their children may
 * not have moved.
 */
export function ancestorsHold(before: Uint32Array, { parents, places }: Pick<NodeTree, 'parents' | 'places'>): boolean {
  return before === parents || before.every((parent, number) => parent === parents[number] || places[number] === NONE);
}

/** Returns the numbers of nodes and, with `recursive`, descendants as ascending ranges `[first, end)`. */
export function rangesOf(
  tree: NodeTree,
  ids: Iterable<number>,
  recursive: boolean,
): readonly (readonly [number, number])[] {
  const numbers = new Set<number>();
  for (const id of ids) {
    const number = tree.numberOf(id);
    if (number === undefined || tree.places[number] === NONE) continue;
    if (!recursive) numbers.add(number);
    else for (const each of tree.order.subarray(tree.places[number], tree.ends[number])) numbers.add(each);
  }
  const ranges: [number, number][] = [];
  for (const number of Uint32Array.from(numbers).sort()) {
    const last = ranges.at(-1);
    if (last?.[1] === number) last[1] += 1;
    else ranges.push([number, number + 1]);
  }
  return ranges;
}

/** Returns the numbers of all nodes below those of the ranges that `isAbove` accepts by ID, as ascending ranges. */
export function rangesBelow(
  { ids, order, places, ends }: NodeTree,
  above: Iterable<readonly [number, number]>,
  isAbove: (id: number) => boolean,
): readonly (readonly [number, number])[] {
  const tops: number[] = [];
  for (const [first, end] of above) {
    for (let number = first; number < end; number++) if (isAbove(ids[number] as number)) tops.push(number);
  }
  const isBelow = new Uint8Array(ids.length);
  let marked = 0;
  for (const top of tops.sort((a, b) => (places[a] as number) - (places[b] as number))) {
    // A node within a sub-tree that is marked adds nothing.
    for (let at = Math.max(marked, (places[top] as number) + 1); at < (ends[top] as number); at++) {
      isBelow[order[at] as number] = 1;
    }
    marked = Math.max(marked, ends[top] as number);
  }
  const ranges: [number, number][] = [];
  for (let number = isBelow.indexOf(1); number >= 0; number = isBelow.indexOf(1, number)) {
    const end = isBelow.indexOf(0, number);
    ranges.push([number, end < 0 ? isBelow.length : end]);
    number = end < 0 ? isBelow.length : end;
  }
  return ranges;
}
