import type { Forest } from '../domain/forest.ts';
import { NONE } from './segment.ts';

/**
 * The trees of a model over the numbers that segments have for nodes. Numbers never change while a base segment lives: a new node
 * gets the next one, a deleted one keeps its own, and moving a node moves no number.
 */
export interface NodeTree {
  /** Node IDs by number. */
  readonly ids: Float64Array;
  numberOf(id: number): number | undefined;
  /** By number; NONE for roots, and for what is deleted. */
  readonly parents: Uint32Array;
  /** Place in the pre-order of all trees, by number; NONE for what is deleted. A sub-tree is one run of places. */
  readonly places: Uint32Array;
  /** The place behind the last one of the sub-tree, by number. */
  readonly ends: Uint32Array;
  /** Numbers in pre-order, so that parents come before their children. */
  readonly order: Uint32Array;
}

/** Numbers the nodes of a forest: those of `known` keep theirs, by index, and new ones follow in pre-order. */
export function numberNodes(forest: Forest, known: Float64Array): NodeTree {
  const numbers = new Map<number, number>();
  const ids: number[] = [];
  const add = (id: number) => {
    numbers.set(id, ids.length);
    ids.push(id);
  };
  for (const id of known) add(id);

  const order: number[] = [];
  for (const { id, parent } of forest.nodes()) {
    if (parent !== undefined && forest.get(parent) !== undefined) continue;
    for (const each of forest.subtree(id)) {
      if (!numbers.has(each)) add(each);
      order.push(numbers.get(each) ?? NONE);
    }
  }

  const parents = new Uint32Array(ids.length).fill(NONE);
  const places = new Uint32Array(ids.length).fill(NONE);
  const ends = new Uint32Array(ids.length);
  order.forEach((number, place) => {
    places[number] = place;
    ends[number] = place + 1;
    const parent = forest.get(ids[number] ?? NONE)?.parent;
    parents[number] = parent === undefined ? NONE : (numbers.get(parent) ?? NONE);
  });
  // Backwards, so that a sub-tree is complete when it is added to the one above.
  for (let place = order.length - 1; place >= 0; place--) {
    const number = order[place] as number;
    const parent = parents[number] as number;
    if (parent !== NONE) ends[parent] = Math.max(ends[parent] as number, ends[number] as number);
  }
  return {
    ids: Float64Array.from(ids),
    numberOf: (id) => numbers.get(id),
    parents,
    places,
    ends,
    order: Uint32Array.from(order),
  };
}

/** The lowest node whose sub-tree holds both, or NONE. `a` has the lower place; neither is deleted. */
export function meetingNode({ parents, places, ends }: NodeTree, a: number, b: number): number {
  const place = places[b] as number;
  let above = a;
  while (above !== NONE && (ends[above] as number) <= place) above = parents[above] as number;
  return above;
}

/** Runs of numbers `[first, end)` of nodes and, with `recursive`, of what is below them; ascending, without overlaps. */
export function runsOf(
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
  const runs: [number, number][] = [];
  for (const number of Uint32Array.from(numbers).sort()) {
    const last = runs.at(-1);
    if (last?.[1] === number) last[1] += 1;
    else runs.push([number, number + 1]);
  }
  return runs;
}
