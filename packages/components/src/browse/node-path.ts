import type { Client, Node } from '@asset-browsing-service/client';

/**
 * Loads a node and those above it, from the root. Of several ways from a root to it, the first. Rejects with `node_not_found`
 * for one that doesn't exist.
 */
export async function loadNodePath(client: Client, id: number, signal: AbortSignal): Promise<readonly Node[]> {
  const [node] = await client.node.tree({ tree: id, with_root: true, depth: 1 }, { signal });
  if (!node) return [];
  const query = { tree: -1, kind: node.type, deep_link: id, depth: 1, with_root: true };
  const roots = await client.node.tree(query, { signal });
  return pathIn(roots, id) ?? [node];
}

/** The path to a node within trees; undefined if they don't contain it. */
export function pathIn(nodes: readonly Node[], id: number): readonly Node[] | undefined {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const below = pathIn(node.children, id);
    if (below) return [node, ...below];
  }
  return undefined;
}
