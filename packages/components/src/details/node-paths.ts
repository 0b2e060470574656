import type { Client, Node, SystemInformation } from '@asset-browsing-service/client';
import { forEachLimited } from '../assets/for-each-limited.ts';
import { findPath, type NodePath } from '../catalogue/find-path.ts';

/** Separates the names of a path in answers of the service. A name may itself contain it. */
const SEPARATOR = ' / ';

/** Splits a path of the service into its names. */
export function namesOf(path: string): readonly string[] {
  return path.split(SEPARATOR).filter((name) => name !== '');
}

/**
 * Returns the node of a path that has the name at this index. If a name contains the separator, there are more names than
 * nodes; the node is then found by its name, or else is the last one.
 */
export function nodeAt(path: NodePath, names: readonly string[], index: number): Node | undefined {
  if (path.length === names.length) return path[index];
  return path.find(({ name }) => name === names[index]) ?? path.at(-1);
}

/** Loads the path to a node. Resolves with undefined if no tree contains it. */
export async function loadPath(client: Client, { id, type }: Pick<Node, 'id' | 'type'>, signal?: AbortSignal) {
  const trees = await client.node.tree({ tree: -1, kind: type, depth: 1, deep_link: id }, { signal });
  return findPath(trees, id);
}

/** Loads the paths to nodes of any type. */
export async function loadPaths(
  client: Client,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly NodePath[]> {
  if (ids.length === 0) return [];
  const nodes = await client.node.tree({ tree: ids, with_root: true, depth: 1 }, { signal });
  const paths = new Map<Node, NodePath>();
  await forEachLimited(nodes, async (node) => paths.set(node, (await loadPath(client, node, signal)) ?? [node]));
  return nodes.map((node) => paths.get(node) ?? [node]);
}

/** Returns the ID of the node type of keywords. */
export function keywordType({ nodeTypes }: SystemInformation): number {
  return Number(nodeTypes.find(({ value }) => value === 'keyword')?.id ?? 103);
}
