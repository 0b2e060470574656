import { type AssetQuery, type Filter, searchOf } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts, type Say } from '../texts/texts.ts';

addTexts(EN_LATER);

/** What lets through what is accepted. */
export interface AcceptedFilters {
  /** Undefined if this service has nothing that does. */
  readonly filters: readonly Filter[] | undefined;
  /** What people should know of it. */
  readonly note?: (say: Say) => string;
}

/**
 * Resolves with the filter that lets through files of these kinds as well as files with these extensions. All filters of a search
 * hold, so the kinds are written as the extensions that their files have within the restriction that `within` returns. Says how
 * many files of the kinds there the filter leaves out, and resolves without filters where the service does not list extensions.
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
  // Some of the files that the list of extensions lacks have an extension that is accepted by name.
  const passed = await client.node.search({ ...searchOf(within([ofKinds, filter])), ...listed }, { signal });
  const count = total - (passed.total ?? 0);
  if (count <= 0) return { filters: [filter] };
  console.error(
    `abs-picker: accept leaves out ${count} files of its kinds; the service lists no more extensions than its setting ` +
      'facets.limit, and none of files without one.',
  );
  return { filters: [filter], note: (say) => say('picker.mixed.incomplete', { count }) };
}
