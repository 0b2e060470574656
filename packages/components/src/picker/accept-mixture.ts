import { type Filter, searchOf } from '../assets/asset-query.ts';
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
 * hold, so the kinds are written as the extensions that their files have. Says which files that leaves out, and resolves without
 * filters where the service does not list extensions. Rejects with the error of the request.
 */
export async function filtersOfMixture(
  { client, about }: Pick<Catalogue, 'client' | 'about'>,
  kinds: readonly number[],
  extensions: readonly string[],
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
  const search = { ...searchOf({ filters: [ofKinds] }), search_facets: 2, facet_fields: facet, paginate: 1 };
  const { facets, total = 0 } = await client.node.search(search, { signal });
  const found = facets?.[facet] ?? [];
  const filters: readonly Filter[] = [
    { facet, values: [...new Set([...extensions, ...found.map(({ id }) => String(id))])] },
  ];
  const count = found.reduce((left, value) => left - value.count, total);
  if (count <= 0) return { filters };
  console.error(
    `abs-picker: accept leaves out ${count} files of its kinds; the service lists no more extensions than its setting ` +
      'facets.limit, and none of files without one.',
  );
  return { filters, note: (say) => say('picker.mixed.incomplete', { count }) };
}
