import type { Node } from '@asset-browsing-service/client';

/** A node with its ancestors, the root first and the node itself last. */
export type NodePath = readonly Node[];

/** Returns the path to a node within loaded trees; undefined if it is in none of them. */
export function findPath(trees: readonly Node[], id: number): NodePath | undefined {
  for (const node of trees) {
    if (node.id === id) return [node];
    const below = findPath(node.children, id);
    if (below) return [node, ...below];
  }
  return undefined;
}
