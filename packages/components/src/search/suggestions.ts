import type { Asset, Client, Node } from '@asset-browsing-service/client';
import { type AssetQuery, searchOf } from '../assets/asset-query.ts';
import { pageSizeFor } from '../assets/page-size.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';

/** A node whose name begins with what is typed. The service suggests names only; `findNode` finds its ID. */
export interface SuggestedNode {
  readonly name: string;
  /** ID and name of the node type. */
  readonly type: number;
  readonly typeName: string;
  /** Key of the node type, such as `folder`. */
  readonly typeKey: string;
}

/** What a search field suggests while somebody types. */
export interface Suggestions {
  readonly nodes: readonly SuggestedNode[];
  /** The first assets of the query. */
  readonly assets: readonly Asset[];
}

export const NO_SUGGESTIONS: Suggestions = { nodes: [], assets: [] };

/** Node types that are asked for names, names of each, and assets. */
const MOST_TYPES = 4;
const MOST_NAMES = 3;
const MOST_ASSETS = 5;

/**
 * Loads nodes and assets for the text of a query. What cannot be loaded is left out, because the list of results says what
 * is the matter.
 */
export async function loadSuggestions(
  { client, about }: Catalogue,
  query: AssetQuery,
  signal: AbortSignal,
): Promise<Suggestions> {
  const text = (query.text ?? '').trim();
  if (!text) return NO_SUGGESTIONS;
  const types = about.nodeTypes.slice(0, MOST_TYPES);
  const nodes = types.map(async ({ id, name: typeName, value: typeKey }): Promise<readonly SuggestedNode[]> => {
    const type = Number(id);
    const names = await client.node.suggest({ suggest: text, kind: type, limit: MOST_NAMES }, { signal });
    return names.map((name) => ({ name, type, typeName, typeKey }));
  });
  const assets = client.node.search({ ...searchOf(query), paginate: pageSizeFor(about, MOST_ASSETS) }, { signal });
  const [found, ...named] = await Promise.allSettled([assets, ...nodes]);
  return {
    nodes: named.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    assets: found.status === 'fulfilled' ? found.value.items : [],
  };
}

/** Finds a suggested node: of several with the same name, the one with most assets. Undefined if it is gone. */
export async function findNode(
  { client, about }: Catalogue,
  { name, type }: SuggestedNode,
  signal: AbortSignal,
): Promise<Node | undefined> {
  const facet = `node_${type}`;
  if (about.facetFields.includes(facet)) {
    // A text finds the assets of nodes of this name, and their nodes are a facet.
    const query = { search: `"${name.replaceAll('"', ' ')}"`, search_facets: 1, facet_fields: facet };
    const { facets } = await client.node.search(query, { signal });
    const value = facets?.[facet]?.find((each) => each.name === name);
    if (value) return { id: Number(value.id), type, name, children: [] };
  }
  // A node without assets of its own is in the tree only.
  return await findInTree(client, name, type, signal);
}

async function findInTree(client: Client, name: string, type: number, signal: AbortSignal): Promise<Node | undefined> {
  const pending = [...(await client.node.tree({ tree: -1, kind: type }, { signal }))];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.name === name) return { ...node, children: [] };
    for (const child of node.children) pending.push(child);
  }
  return undefined;
}
