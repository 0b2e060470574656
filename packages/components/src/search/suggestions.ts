import { type AssetQuery, searchOf } from '../assets/asset-query.ts';
import { pageSizeFor } from '../assets/page-size.ts';
import { shownName } from '../assets/shown-fields.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { NO_SUGGESTIONS, type SuggestedNode, type Suggestions } from './search-options.ts';

/** Number of node types whose names are suggested, of names of each type, and of assets. */
const MAX_TYPES = 4;
const MAX_NAMES = 3;
const MAX_ASSETS = 5;

/**
 * Loads nodes and assets for the text of a query. Leaves out what cannot be loaded, because the list of results reports the
 * failure.
 */
export async function loadSuggestions(
  { client, about }: Catalogue,
  query: AssetQuery,
  signal: AbortSignal,
): Promise<Suggestions> {
  const text = (query.text ?? '').trim();
  if (!text) return NO_SUGGESTIONS;
  const nodes = suggestNodes({ client, about }, text, signal);
  const shown = { ...shownName(about), paginate: pageSizeFor(about, MAX_ASSETS) };
  const assets = client.node.search({ ...searchOf(query), ...shown }, { signal });
  const [found, named] = await Promise.allSettled([assets, nodes]);
  return {
    nodes: named.status === 'fulfilled' ? named.value : [],
    assets: found.status === 'fulfilled' ? found.value.items : [],
  };
}

/** Loads the names of nodes that begin with a text or have a word that does. Leaves out what cannot be loaded. */
export async function suggestNodes(
  { client, about }: Pick<Catalogue, 'client' | 'about'>,
  text: string,
  signal: AbortSignal,
): Promise<readonly SuggestedNode[]> {
  const types = about.nodeTypes.slice(0, MAX_TYPES);
  const named = types.map(async ({ id, name: typeName, value: typeKey }): Promise<readonly SuggestedNode[]> => {
    const type = Number(id);
    const names = await client.node.suggest({ suggest: text, kind: type, limit: MAX_NAMES }, { signal });
    return names.map((name) => ({ name, type, typeName, typeKey }));
  });
  const all = await Promise.allSettled(named);
  return all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}
