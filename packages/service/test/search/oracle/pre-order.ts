import type { NodeTrees } from '../../../src/domain/node-trees.ts';

/** The nodes of all trees in pre-order: each sub-tree is the run of places from its node's own up to `end` (exclusive). */
export interface PreOrder {
  /** Node IDs by place. */
  readonly ids: readonly number[];
  /** Place of the parent; -1 for a root. */
  readonly parent: Int32Array;
  readonly end: Int32Array;
}

/** Puts all trees in pre-order, siblings in any order. */
export function preOrderOf(trees: NodeTrees): PreOrder {
  const isRoot = (parent: number | undefined) => parent === undefined || trees.get(parent) === undefined;
  const ids: number[] = [];
  for (const node of trees.nodes()) {
    if (!isRoot(node.parent)) continue;
    for (const id of trees.subtree(node.id)) ids.push(id);
  }

  const places = new Map(ids.map((id, place) => [id, place]));
  const parent = Int32Array.from(ids, (id) => places.get(trees.get(id)?.parent ?? Number.NaN) ?? -1);
  const end = Int32Array.from(ids, (_, place) => place + 1);
  // Backwards, because the nodes below a node follow it.
  for (let place = ids.length - 1; place >= 0; place--) {
    const above = parent[place] ?? -1;
    if (above >= 0) end[above] = Math.max(end[above] ?? 0, end[place] ?? 0);
  }
  return { ids, parent, end };
}
