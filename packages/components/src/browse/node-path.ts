import type { Client, Node } from '@asset-browsing-service/client';
import { findPath } from '../details/node-paths.ts';

/**
 * Loads a node and those above it, from the root. Of several ways from a root to it, the first. Rejects with `node_not_found`
 * for one that doesn't exist.
 */
export async function loadNodePath(client: Client, id: number, signal: AbortSignal): Promise<readonly Node[]> {
  const [node] = await client.node.tree({ tree: id, with_root: true, depth: 1 }, { signal });
  if (!node) return [];
  const query = { tree: -1, kind: node.type, deep_link: id, depth: 1, with_root: true };
  const roots = await client.node.tree(query, { signal });
  return findPath(roots, id) ?? [node];
}
