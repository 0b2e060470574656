import { type AssetQuery, type Filter, searchOf } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';

addTexts(EN_LATER);

/** Filters for the accepted files. */
export interface AcceptedFilters {
  /** Undefined if this service can't filter by them. */
  readonly filters: readonly Filter[] | undefined;
  /** What people should know about the filters. */
  readonly note?: (say: Say) => string;
}

/**
 * Resolves with one filter for files of these kinds and files with these extensions. Because a search has to match all of its
 * filters, the kinds are replaced by the extensions that their files have within the restriction that `within` returns. The
 * note says how many files of the kinds the filter misses. Resolves without filters if the service does not list extensions.
 * Rejects with the error of a request.
 */
export async function filtersOfMixture(
  { client, about }: Pick<Catalogue, 'client' | 'about'>,
  { kinds, extensions }: { readonly kinds: readonly number[]; readonly extensions: readonly string[] },
  within: (filters: readonly Filter[]) => AssetQuery,
  signal: AbortSignal,
): Promise<AcceptedFilters> {
  const facet = 'fileExtensions';
  if (!about.facetFields.includes(facet)) {
    console.error(
      `abs-picker: accept mixes kinds with extensions or media types, for which the service must offer the facet ${facet}; ` +
        'accept kinds alone or extensions alone, or offer the facet with the setting facets.fields.',
    );
    return { filters: undefined, note: (say) => say('picker.mixed.refused') };
  }
  const ofKinds: Filter = { facet: 'fileCategory', values: kinds };
  const listed = { search_facets: 2, facet_fields: facet, paginate: 1 } as const;
  const { facets, total = 0 } = await client.node.search({ ...searchOf(within([ofKinds])), ...listed }, { signal });
  const found = facets?.[facet] ?? [];
  const filter: Filter = { facet, values: [...new Set([...extensions, ...found.map(({ id }) => String(id))])] };
  if (found.reduce((sum, { count }) => sum + count, 0) >= total) return { filters: [filter] };
  // Some files whose extension is not listed have one that is accepted by name.
  const passed = await client.node.search({ ...searchOf(within([ofKinds, filter])), ...listed }, { signal });
  const count = total - (passed.total ?? 0);
  if (count <= 0) return { filters: [filter] };
  console.error(
    `abs-picker: accept leaves out ${count} files of its kinds; the service lists no more extensions than its setting ` +
      'facets.limit, and none of files without one.',
  );
  return { filters: [filter], note: (say) => say('picker.mixed.incomplete', { count }) };
}
