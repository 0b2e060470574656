import type { NodeCountQuery } from '../search-index.ts';
import { addCounts, sumUp } from './node-counts.ts';
import type { Perspective } from './perspective.ts';
import type { View } from './view.ts';

/** Counts the visible assets of every node of a type. Nodes without any are left out. */
export function countByNode(
  view: View,
  { newScope, allVisible, ancestorsHold }: Perspective,
  { type, recursive, references }: NodeCountQuery,
): ReadonlyMap<number, number> {
  const scope = newScope();
  const { tree, model } = scope;
  const counts = new Int32Array(tree.ids.length);
  view.segments.forEach(({ open: { columns } }, i) => {
    const links = references ? [columns.nodes, ...Object.values(columns.references)] : [columns.nodes];
    addCounts(counts, allVisible(i), links, scope, { recursive, ancestorsHold: ancestorsHold(i) });
  });
  if (recursive) sumUp(counts, scope);
  const byNode = new Map<number, number>();
  for (let number = 0; number < counts.length; number++) {
    const id = tree.ids[number] as number;
    const count = counts[number] as number;
    if (count > 0 && model.trees.get(id)?.type === type) byNode.set(id, count);
  }
  return byNode;
}
