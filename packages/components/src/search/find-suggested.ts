import type { Client, Node } from '@asset-browsing-service/client';
import { forEachLimited } from '../assets/for-each-limited.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import { loadPath } from '../details/node-paths.ts';
import type { SuggestedNode } from './search-options.ts';

/** A suggested node that has been found. */
type FoundNode = SuggestedNode & Required<Pick<SuggestedNode, 'found'>>;

/** Number of nodes with one name to tell apart. */
const MAX_NODES = 8;

/**
 * Finds the nodes with the name of a suggestion: those with assets, the one with the most first, or else one without. Each of
 * several has the names of the nodes above it. Resolves with an empty list if there is none; rejects with an error of the client.
 */
export async function findSuggested(
  catalogue: Catalogue,
  suggested: SuggestedNode,
  signal: AbortSignal,
): Promise<readonly FoundNode[]> {
  const { client, say } = catalogue;
  const nodes = await findNodes(catalogue, suggested, signal);
  const paths = new Map<Node, readonly Node[]>();
  if (nodes.length > 1)
    await forEachLimited(nodes, async (node) => {
      // Without its path, a node can still be chosen.
      paths.set(node, (await loadPath(client, node, signal).catch(() => undefined)) ?? []);
    });
  return nodes.map((node) => {
    const above = (paths.get(node) ?? []).slice(0, -1).map(({ name }) => visibleName(say, name));
    return { ...suggested, found: { node, above } };
  });
}

async function findNodes(
  { client, about }: Catalogue,
  { name, type }: SuggestedNode,
  signal: AbortSignal,
): Promise<readonly Node[]> {
  const facet = `node_${type}`;
  if (about.facetFields.includes(facet)) {
    // A search for the name finds the assets of such nodes, and its facet lists their nodes.
    const query = { search: `"${name.replaceAll('"', ' ')}"`, search_facets: 1, facet_fields: facet };
    const { facets } = await client.node.search(query, { signal });
    const values = facets?.[facet]?.filter((each) => each.name === name) ?? [];
    if (values.length > 0)
      return values.slice(0, MAX_NODES).map(({ id }) => ({ id: Number(id), type, name, children: [] }));
  }
  // The facet lacks nodes without assets; the tree has all nodes.
  const node = await findInTree(client, name, type, signal);
  return node ? [node] : [];
}

async function findInTree(client: Client, name: string, type: number, signal: AbortSignal): Promise<Node | undefined> {
  const pending = [...(await client.node.tree({ tree: -1, kind: type }, { signal }))];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.name === name) return { ...node, children: [] };
    for (const child of node.children) pending.push(child);
  }
  return undefined;
}
