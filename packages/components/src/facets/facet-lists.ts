import type { Facets } from '@asset-browsing-service/client';
import { type AssetQuery, searchOf, withinLimits } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type FacetTree, type FacetValue, facetNames } from './facet-names.ts';
import { withFilter } from './with-filter.ts';

/** A value of a facet, and the number of assets that remain if it is chosen. */
export interface CountedValue {
  readonly value: FacetValue;
  readonly name: string;
  readonly count: number;
}

/** A facet with its values. */
export interface FacetList {
  readonly facet: string;
  readonly name: string;
  readonly values: readonly CountedValue[];
  /** The tree that the values form, with the number of assets by node ID as the service has counted them. */
  readonly tree?: FacetTree & { readonly counts: ReadonlyMap<number, number> };
}

/** Number of facets to request, because nobody reads more. */
const MAX_FACETS = 40;

/**
 * Loads the facets of a query. An asset has only one value of most facets, and the values of a filter are alternatives, so the
 * counts of such a facet ignore its own filter. An asset is in several nodes at once, and must be in all chosen ones, so the counts
 * of nodes respect their filter. Left out are values that `limits` exclude, nodes that contain all assets of the query, and facets
 * that cannot divide the assets: without values, or with a single one that all of them have.
 */
export async function loadFacetLists(
  catalogue: Catalogue,
  query: AssetQuery,
  limits: AssetQuery,
  signal: AbortSignal,
): Promise<readonly FacetList[]> {
  const { client, about } = catalogue;
  const listed = about.facetFields.slice(0, MAX_FACETS);
  if (listed.length === 0) return [];
  const facets = [...new Set([...listed, ...QUICK_FACETS, ...OF_RIGHTS])];
  const names = facetNames(catalogue);
  const chosen = new Map((query.filters ?? []).map(({ facet, values }) => [facet, values]));
  const alone = facets.filter((facet) => chosen.has(facet) && !isNodes(facet));
  const together = facets.filter((facet) => !alone.includes(facet));

  async function count(counted: AssetQuery, fields: readonly string[]): Promise<{ facets: Facets; total: number }> {
    // Choosing a value includes the nodes below the node of the query, so the counts must include them, too.
    const limited = withinLimits(counted, limits);
    const search = searchOf({ ...limited, isDeep: limited.isDeep ?? true });
    const page = await client.node.search(
      { ...search, search_facets: 1, facet_fields: fields, paginate: 1 },
      { signal },
    );
    return { facets: page.facets ?? {}, total: page.total ?? 0 };
  }

  const [all, ...singles] = await Promise.all([
    together.length > 0 ? count(query, together) : { facets: {}, total: 0 },
    ...alone.map((facet) => count(withFilter(query, facet, []), [facet])),
    facets.some((facet) => facet.startsWith('info_')) ? names.loadFacets() : undefined,
  ]);
  await names.loadValues(query.filters ?? []);
  const counted: Facets = Object.assign({}, all.facets, ...singles.map((single) => single?.facets));
  return facets.flatMap((facet) => {
    const own = chosen.get(facet) ?? [];
    const limit = isNodes(facet) ? undefined : limits.filters?.find((filter) => filter.facet === facet);
    const entries = (counted[facet] ?? []).filter(({ id }) => limit?.values.includes(id) ?? true);
    const shown = entries.map(({ id, name, count }): CountedValue => {
      if (names.ofValue(facet, id) === undefined) names.learn(facet, id, name);
      return { value: id, name: names.ofValue(facet, id) ?? name, count };
    });
    const tree = names.treeOf(facet);
    const narrowing = tree ? shown.filter(({ value, count }) => own.includes(value) || count < all.total) : shown;
    // A chosen value is listed even if no asset has it, so that the person can undo it.
    const missing = own
      .filter((value) => !shown.some((each) => each.value === value))
      .map((value) => ({ value, name: names.ofValue(facet, value) ?? String(value), count: 0 }));
    const values = [...narrowing, ...missing];
    const [only] = values;
    const divides = own.length > 0 || values.length > 1 || (only && only.count < all.total);
    if (!divides) return [];
    const counts = new Map(entries.map(({ id, count }) => [Number(id), count]));
    return [{ facet, name: names.ofFacet(facet) ?? facet, values, ...(tree && { tree: { ...tree, counts } }) }];
  });
}

/** The facets of rights, which services have only where they are named. */
const OF_RIGHTS = ['licence', 'sourceType'];

/** Facets of which `quick-filters.ts` offers values. The service gives them only where they are named. */
export const QUICK_FACETS: readonly string[] = ['orientation', 'duration', 'validity'];

/** True for facets whose values are nodes that assets are in. */
export function isNodes(facet: string): boolean {
  return facet.startsWith('node_');
}

/**
 * Returns the lists with their values in the order of the previous lists, so that no value moves away from the pointer or the
 * keyboard when it is chosen. New values come last.
 */
export function keepOrder(lists: readonly FacetList[], before: readonly FacetList[]): readonly FacetList[] {
  return lists.map((list) => {
    const old = before.find(({ facet }) => facet === list.facet)?.values ?? [];
    const places = new Map(old.map(({ value }, place) => [value, place]));
    const placeOf = ({ value }: CountedValue) => places.get(value) ?? places.size;
    return { ...list, values: list.values.toSorted((one, other) => placeOf(one) - placeOf(other)) };
  });
}

export function chosenValues(query: AssetQuery, facet: string): readonly FacetValue[] {
  return query.filters?.find((filter) => filter.facet === facet)?.values ?? [];
}

/** Returns the query with this value added to its filter, or removed from it. A boolean value replaces the other one. */
export function withValue(query: AssetQuery, facet: string, value: FacetValue, isChosen: boolean): AssetQuery {
  const chosen = chosenValues(query, facet);
  const others = typeof value === 'boolean' ? [] : chosen.filter((other) => other !== value);
  return withFilter(query, facet, isChosen ? [...others, value] : others);
}
