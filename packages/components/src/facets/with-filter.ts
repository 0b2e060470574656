import type { AssetQuery, Filter } from '../assets/asset-query.ts';

/** Returns the query with these values of a facet instead of its own; without the facet if there are none. */
export function withFilter(query: AssetQuery, facet: string, values: Filter['values']): AssetQuery {
  const others = (query.filters ?? []).filter((filter) => filter.facet !== facet);
  return { ...query, filters: values.length > 0 ? [...others, { facet, values }] : others };
}
