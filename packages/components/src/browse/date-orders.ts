import type { Catalogue } from '../catalogue/catalogue.ts';
import { fieldOfDates } from '../facets/date-ranges.ts';
import { facetNames } from '../facets/facet-names.ts';
import { EN_LATER } from '../texts/en-later.ts';
import { addTexts } from '../texts/texts.ts';

/** Returns the orders by fields with dates, with their names. */
export async function dateOrders(catalogue: Catalogue): Promise<readonly (readonly [order: string, name: string])[]> {
  const names = facetNames(catalogue);
  await names.loadFacets();
  const { say } = catalogue;
  return names.fieldDates.flatMap((kind) => {
    const [field, name] = [`info_${fieldOfDates(kind)}`, names.ofFacet(kind) ?? ''];
    return [
      [`${field}-desc`, say('browse.sort.newest', { name })],
      [`${field}-asc`, say('browse.sort.oldest', { name })],
    ] as const;
  });
}

addTexts(EN_LATER);
