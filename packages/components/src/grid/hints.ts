import type { Asset, Node } from '@asset-browsing-service/client';
import { html, nothing, type TemplateResult } from 'lit';
import { type AssetQuery, keyOf, searchOf } from '../assets/asset-query.ts';
import { forEachLimited } from '../assets/for-each-limited.ts';
import { shownName } from '../assets/shown-fields.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { visibleName } from '../catalogue/visible-name.ts';
import { suggestNodes } from '../search/suggestions.ts';

/** What else a person may have looked for, who finds nothing. */
interface Found {
  /** Other texts, and how many assets they find. */
  readonly texts: readonly { readonly search: string; readonly total: number }[];
  /** Nodes whose names begin with the text, what they are, and how many assets are in them or below. */
  readonly nodes: readonly {
    readonly node: Pick<Node, 'id' | 'name'>;
    readonly kind: string;
    readonly total: number;
  }[];
  /** The asset whose number the text is. */
  readonly asset: Pick<Asset, 'id' | 'name' | 'alt_name'> | undefined;
}

/** Number of nodes to offer. Each costs a request. */
const MAX_NODES = 6;

/** The hints of an empty list. Loads them when they are first drawn. */
export class Hints {
  readonly #changed: () => void;
  #key = '';
  #found: Found | undefined;
  #request = new AbortController();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /**
   * Draws buttons that ask for other queries than `chosen`, the part of the query that the person can undo; nothing until they
   * have arrived.
   */
  draw(
    catalogue: Catalogue,
    query: AssetQuery,
    chosen: AssetQuery,
    ask: (query: AssetQuery) => void,
  ): TemplateResult | typeof nothing {
    const key = keyOf([catalogue.client.base, catalogue.locale, query]);
    if (key !== this.#key) {
      this.#key = key;
      this.#found = undefined;
      void this.#load(catalogue, query);
    }
    const { texts, nodes, asset } = this.#found ?? { texts: [], nodes: [], asset: undefined };
    const { say } = catalogue;
    const button = (label: string, other: AssetQuery) =>
      html`<button type="button" dir="auto" @click=${() => ask(other)}>${label}</button>`;
    const counted = (name: string, count: number) => say('assets.empty.counted', { name, count });
    return html`${asset ? button(say('assets.empty.number', { number: String(asset.id), name: visibleName(say, asset.alt_name, asset.name) }), { ids: [asset.id] }) : nothing}
    ${
      texts.length > 0
        ? html`<p class="notice-text">${say('assets.empty.mean')}</p>
          ${texts.map(({ search, total }) => button(counted(search, total), { ...chosen, text: search }))}`
        : nothing
    }
    ${[...Map.groupBy(nodes, ({ kind }) => kind)].map(
      ([kind, found]) => html`<p class="notice-text" dir="auto">${kind}</p>
          ${found.map(({ node, total }) => button(counted(visibleName(say, node.name), total), { node: node.id, isDeep: true }))}`,
    )}`;
  }

  async #load(catalogue: Catalogue, query: AssetQuery): Promise<void> {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    // What can't be loaded is left out: the list itself has been.
    const [texts, nodes, asset] = await Promise.allSettled([
      otherTexts(catalogue, query, signal),
      matchingNodes(catalogue, query.text ?? '', signal),
      assetWithNumber(catalogue, query.text ?? '', signal),
    ]);
    if (signal.aborted) return;
    this.#found = {
      texts: texts.status === 'fulfilled' ? texts.value : [],
      nodes: nodes.status === 'fulfilled' ? nodes.value : [],
      asset: asset.status === 'fulfilled' ? asset.value : undefined,
    };
    this.#changed();
  }
}

async function otherTexts({ client }: Catalogue, query: AssetQuery, signal: AbortSignal): Promise<Found['texts']> {
  if (!query.text) return [];
  const { didYouMean } = await client.node.search(
    { ...searchOf(query), search_suggest: true, paginate: 1 },
    { signal },
  );
  return didYouMean ?? [];
}

/** Suggestions have no IDs, so the nodes are looked up in the facets of everything, which count what is below, too. */
async function matchingNodes({ client, about }: Catalogue, text: string, signal: AbortSignal): Promise<Found['nodes']> {
  if (text.trim() === '') return [];
  const named = await suggestNodes({ client, about }, text, signal);
  const facets = [...new Set(named.map(({ type }) => `node_${type}`))].filter((each) =>
    about.facetFields.includes(each),
  );
  if (facets.length === 0) return [];
  const nodes = new Map<number, { readonly node: Pick<Node, 'id' | 'name'>; readonly kind: string }>();
  const kindOf = (facet: string) => about.nodeTypes.find(({ id }) => facet === `node_${id}`)?.name ?? '';
  const isNamed = new Set(named.map(({ name, type }) => `${type} ${name}`));
  // The facets of everything have the largest nodes; those of the names have the others that assets are in.
  for (const search of ['', ...new Set(named.map(({ name }) => `"${name.replaceAll('"', ' ')}"`))]) {
    const counted = await client.node.search({ search, search_facets: 1, facet_fields: facets }, { signal });
    for (const facet of facets)
      for (const { id, name } of counted.facets?.[facet] ?? [])
        if (isNamed.has(`${facet.slice('node_'.length)} ${name}`))
          nodes.set(Number(id), { node: { id: Number(id), name }, kind: kindOf(facet) });
  }
  const totals = new Map<number, number>();
  const shown = [...nodes.values()].slice(0, MAX_NODES);
  await forEachLimited(shown, async ({ node: { id } }) => {
    const { total = 0 } = await client.node.search({ search: '', search_node: [id], paginate: 1 }, { signal });
    totals.set(id, total);
  });
  return shown
    .map((each) => ({ ...each, total: totals.get(each.node.id) ?? 0 }))
    .filter(({ total }) => total > 0)
    .toSorted((one, other) => other.total - one.total);
}

async function assetWithNumber(
  { client, about }: Catalogue,
  text: string,
  signal: AbortSignal,
): Promise<Found['asset']> {
  const number = /^\s*#?(\d{1,16})\s*$/.exec(text)?.[1];
  if (number === undefined) return undefined;
  const { items } = await client.node.search({ search_id: [Number(number)], ...shownName(about) }, { signal });
  return items[0];
}
