import type { AssetQuery } from '../assets/asset-query.ts';

/** Restricts a query to what is valid at the time of each request. One that is no query stays as it is, for whoever checks it. */
export function validOnly<Query extends AssetQuery | undefined>(query: Query): Query | AssetQuery {
  const filters = query?.filters ?? [];
  if (typeof (query ?? {}) !== 'object' || !Array.isArray(filters)) return query;
  return { ...query, filters: [...filters.filter(({ facet }) => facet !== 'validity'), VALID] };
}

const VALID = { facet: 'validity', values: ['valid'] } as const;
