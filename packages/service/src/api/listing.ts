/** Lists of assets that the index finds: content of nodes, and searches. */
import type { AssetMatches, AssetQuery, Criterion, SortKey } from '../search/search-index.ts';
import { type AssetEntry, assetEntries, type EntryOptions } from './entries.ts';
import type { Context } from './operation.ts';
import type { Shape } from './params.ts';
import type { Window } from './result-controls.ts';

/** What is listed, and how it is shown. */
export interface Listing {
  readonly all: readonly Criterion[];
  /** Criteria that are used instead if nothing matches `all`. */
  readonly otherwise?: readonly Criterion[] | undefined;
  readonly sort: readonly SortKey[];
  readonly window: Window;
  readonly entries: EntryOptions;
  readonly facets?: AssetQuery['facets'];
}

/** The entries of a list, its total where paging was asked for, and what was found. */
export interface Listed {
  readonly data: AssetEntry[];
  readonly total?: number;
  readonly matches: AssetMatches;
}

/** Asks the index, and reads what it found. */
export async function listAssets(listing: Listing, context: Context<Shape>): Promise<Listed> {
  const { locale, viewer, services, signal } = context;
  const { all, otherwise, sort, window, entries, facets } = listing;
  const matches = await services.search.find(
    {
      all,
      ...(otherwise ? { otherwise } : {}),
      sort,
      locale,
      offset: window.offset,
      count: window.count,
      viewer,
      ...(facets ? { facets } : {}),
    },
    { signal },
  );
  const total = window.total(matches.total);
  return {
    // What was found a moment ago may have been moved to where the caller may not see it: then it is left out.
    data: await assetEntries(matches.ids, entries, context),
    ...(total === undefined ? {} : { total }),
    matches,
  };
}
