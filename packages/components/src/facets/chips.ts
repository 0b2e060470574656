import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { withValue } from './facet-lists.ts';
import type { FacetNames, FacetValue } from './facet-names.ts';
import { rangeName } from './range-name.ts';

/** A selection of assets, search for any of the words, filter or range of dates of a query, which can be removed on its own. */
export interface Chip {
  readonly key: string;
  /** Name of the facet or kind of date; empty until it is known. */
  readonly label: string;
  readonly name: string;
  /** The query without this filter or range. */
  readonly without: AssetQuery;
}

const DATES = ['uploaded', 'modified'] as const;

/** Lists what chips show of a query. A value without a name shows its ID, or nothing while names are loading. */
export function chipsOf(
  query: AssetQuery,
  names: FacetNames,
  { say, locale, isLoading }: Pick<Catalogue, 'say' | 'locale'> & { readonly isLoading: boolean },
): readonly Chip[] {
  const filters = (query.filters ?? []).flatMap(({ facet, values }) =>
    values.map((value: FacetValue): Chip => {
      const label = names.ofFacet(facet) ?? '';
      const name = names.ofValue(facet, value) ?? (isLoading ? '' : String(value));
      return { key: `${facet} ${value}`, label, name, without: withValue(query, facet, value, false) };
    }),
  );
  const dates = DATES.flatMap((kind): readonly Chip[] => {
    const { [kind]: range, ...without } = query;
    return range ? [{ key: kind, label: say(`facets.${kind}`), name: rangeName(range, say, locale), without }] : [];
  });
  const { ids, ...all } = query;
  const selection = ids
    ? [{ key: 'ids', label: '', name: say('assets.count', { count: ids.length }), without: all }]
    : [];
  const { hasAnyWord, ...withAllWords } = query;
  const words = hasAnyWord ? [{ key: 'words', label: '', name: say('facets.any-word'), without: withAllWords }] : [];
  return [...selection, ...words, ...filters, ...dates];
}
