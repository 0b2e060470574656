import { type AssetQuery, type Filter, withinLimits } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Accepted, AcceptedFilters } from './accept.ts';

/** Resolves with the filters that let through what is accepted. Rejects with the error of a request that this needs. */
export async function filtersOf(
  catalogue: Pick<Catalogue, 'client' | 'about'>,
  accepted: Accepted,
  signal: AbortSignal,
): Promise<AcceptedFilters> {
  const { kinds, extensions } = accepted;
  if (kinds.length > 0 && extensions.length > 0)
    return await (await import('./accept-mixture.ts')).filtersOfMixture(catalogue, accepted, signal);
  if (kinds.length > 0) return { filters: [{ facet: 'fileCategory', values: kinds }] };
  return { filters: extensions.length > 0 ? [{ facet: 'fileExtensions', values: extensions }] : [] };
}

/** Returns the limits with what is accepted as well. Where both have nothing in common, that is nothing. */
export function restrictionOf(filters: readonly Filter[], limits: AssetQuery): AssetQuery {
  const isNothing = filters.some(({ facet, values }) =>
    limits.filters?.some((limit) => limit.facet === facet && !limit.values.some((value) => values.includes(value))),
  );
  return { ...withinLimits({ filters }, limits), ...(isNothing && { ids: [] }) };
}
