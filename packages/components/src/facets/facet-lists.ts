import type { Facets } from '@asset-browsing-service/client';
import { type AssetQuery, searchOf, withFilter, withinLimits } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type FacetValue, facetNames } from './facet-names.ts';

/** A value of a facet, and how many assets choosing it would leave. */
export interface CountedValue {
  readonly value: FacetValue;
  readonly name: string;
  readonly count: number;
  readonly isChosen: boolean;
}

/** A facet with its values. */
export interface FacetList {
  readonly facet: string;
  readonly name: string;
  readonly values: readonly CountedValue[];
  /** Assets in each node that the service has counted; undefined unless the values are nodes. */
  readonly nodes?: ReadonlyMap<number, number>;
}

/** Facets beyond these are not asked for: nobody reads so many. */
const MOST_FACETS = 40;

/**
 * Loads the facets of a query. An asset has one of the values of a facet, so the counts of a facet leave its own filter
 * aside; of nodes, it lies in all. Facets without values are left out, and so are nodes in which all the assets lie, and values
 * beyond `limits`, which choosing would not leave.
 */
export async function loadFacetLists(
  catalogue: Catalogue,
  query: AssetQuery,
  limits: AssetQuery,
  signal: AbortSignal,
): Promise<readonly FacetList[]> {
  const { client, about } = catalogue;
  // The kind of file is what people look for first.
  const facets = [...new Set([...about.facetFields.filter(isKind), ...about.facetFields])].slice(0, MOST_FACETS);
  if (facets.length === 0) return [];
  const names = facetNames(catalogue);
  const chosen = new Map((query.filters ?? []).map(({ facet, values }) => [facet, values]));
  const alone = facets.filter((facet) => chosen.has(facet) && !isNodes(facet));
  const together = facets.filter((facet) => !alone.includes(facet));

  async function ask(asked: AssetQuery, fields: readonly string[]): Promise<{ facets: Facets; total: number }> {
    // A filter makes a query deep, so its counts are those of the nodes below, too.
    const limited = withinLimits(asked, limits);
    const search = searchOf({ ...limited, isDeep: limited.isDeep ?? true });
    const page = await client.node.search(
      { ...search, search_facets: 1, facet_fields: fields, paginate: 1 },
      { signal },
    );
    return { facets: page.facets ?? {}, total: page.total ?? 0 };
  }

  const [all, ...singles] = await Promise.all([
    together.length > 0 ? ask(query, together) : { facets: {}, total: 0 },
    ...alone.map((facet) => ask(withFilter(query, facet, []), [facet])),
    facets.some((facet) => facet.startsWith('info_')) ? names.loadFacets() : undefined,
  ]);
  await names.loadValues(query.filters ?? []);
  const counted: Facets = Object.assign({}, all.facets, ...singles.map((single) => single?.facets));
  return facets.flatMap((facet) => {
    const own = chosen.get(facet) ?? [];
    const limit = isNodes(facet) ? undefined : limits.filters?.find((filter) => filter.facet === facet);
    const entries = (counted[facet] ?? []).filter(({ id }) => limit?.values.includes(id) ?? true);
    const listed = entries.map(({ id, name, count }): CountedValue => {
      if (names.ofValue(facet, id) === undefined) names.learn(facet, id, name);
      return { value: id, name: names.ofValue(facet, id) ?? name, count, isChosen: own.includes(id) };
    });
    const narrowing = isNodes(facet) ? listed.filter(({ count, isChosen }) => isChosen || count < all.total) : listed;
    // What was chosen can be undone even where it leaves nothing.
    const missing = own
      .filter((value) => !listed.some((each) => each.value === value))
      .map((value) => ({ value, name: names.ofValue(facet, value) ?? String(value), count: 0, isChosen: true }));
    const values = [...narrowing, ...missing];
    if (values.length === 0) return [];
    const nodes = new Map(entries.map(({ id, count }) => [Number(id), count]));
    return [{ facet, name: names.ofFacet(facet) ?? facet, values, ...(isNodes(facet) && { nodes }) }];
  });
}

function isKind(facet: string): boolean {
  return facet === 'fileCategory';
}

/** True for facets of which an asset may have several chosen values at once. */
export function isNodes(facet: string): boolean {
  return facet.startsWith('node_');
}

/**
 * Returns new lists in the order of the old ones, so that a value does not move away under the pointer or the keyboard when it
 * is chosen. New values come last.
 */
export function keepOrder(lists: readonly FacetList[], before: readonly FacetList[]): readonly FacetList[] {
  return lists.map((list) => {
    const old = before.find(({ facet }) => facet === list.facet)?.values ?? [];
    const places = new Map(old.map(({ value }, place) => [value, place]));
    const placeOf = ({ value }: CountedValue) => places.get(value) ?? places.size;
    return { ...list, values: list.values.toSorted((one, other) => placeOf(one) - placeOf(other)) };
  });
}

/** Returns the query with a value chosen, or no longer. A field that is true or false has one value at most. */
export function withValue(query: AssetQuery, facet: string, value: FacetValue, isChosen: boolean): AssetQuery {
  const chosen = query.filters?.find((filter) => filter.facet === facet)?.values ?? [];
  const others = typeof value === 'boolean' ? [] : chosen.filter((other) => other !== value);
  return withFilter(query, facet, isChosen ? [...others, value] : others);
}
