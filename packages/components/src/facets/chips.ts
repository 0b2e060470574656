import type { AssetQuery } from '../assets/asset-query.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { withValue } from './facet-lists.ts';
import type { FacetNames, FacetValue } from './facet-names.ts';
import { rangeName } from './range-name.ts';

/** A restriction of a query that can be undone on its own. */
export interface Chip {
  readonly key: string;
  /** Of what it is a value, such as a facet. */
  readonly label: string;
  readonly name: string;
  /** The query without it. */
  readonly without: AssetQuery;
}

const DATES = ['uploaded', 'modified'] as const;

/** Lists the filters and ranges of dates of a query. Values without a name have their ID, or nothing while names are loading. */
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
  return [...filters, ...dates];
}

/** The query without filters and dates. */
export function withoutFilters(query: AssetQuery): AssetQuery {
  const { filters: _, uploaded: _uploaded, modified: _modified, ...others } = query;
  return others;
}
