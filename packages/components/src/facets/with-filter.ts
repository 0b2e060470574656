import type { AssetQuery, Filter } from '../assets/asset-query.ts';

/** Returns the query with these values of a facet instead of its own; without the facet if there are none. */
export function withFilter(query: AssetQuery, facet: string, values: Filter['values']): AssetQuery {
  const others = (query.filters ?? []).filter((filter) => filter.facet !== facet);
  return { ...query, filters: values.length > 0 ? [...others, { facet, values }] : others };
}

/** Returns the query without all that `abs-chips` shows: selection, search for any of the words, filters, ranges of dates. */
export function withoutFilters(query: AssetQuery): AssetQuery {
  const { ids: _ids, hasAnyWord: _any, filters: _, uploaded: _uploaded, modified: _modified, ...others } = query;
  return others;
}
