/** Lists of assets found by the index: content of nodes, and searches. */
import Type from 'typebox';
import type { AssetMatches, AssetQuery, Criterion, SortKey } from '../search/search-index.ts';
import { type AssetEntry, assetEntries, type EntryOptions } from './entries.ts';
import type { Context } from './operation.ts';
import type { Window } from './result-controls.ts';

/** Schema of the total beside a list. */
export const TOTAL = Type.Integer({
  description: 'Number of all matches, at most `limit`; with `paginate`, and where the list is cut without it',
});

/** What to list and how to show it. */
export interface ListRequest {
  readonly all: readonly Criterion[];
  /** Criteria to use instead if nothing matches `all`. */
  readonly otherwise?: readonly Criterion[] | undefined;
  readonly sort: readonly SortKey[];
  readonly window: Window;
  readonly entries: EntryOptions;
  readonly facets?: AssetQuery['facets'];
}

/** The entries of a list, its total if `Window.total` gives one, and the matches in the index. */
export interface AssetList {
  readonly data: AssetEntry[];
  readonly total?: number;
  readonly matches: AssetMatches;
}

/** Queries the index and reads the assets that it finds. */
export async function listAssets(request: ListRequest, context: Context): Promise<AssetList> {
  const { locale, viewer, services, signal } = context;
  const { all, otherwise, sort, window, entries, facets } = request;
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
    // A match may have moved since the query to where the viewer may not see it; its entry is then left out.
    data: await assetEntries(matches.ids, entries, context),
    ...(total === undefined ? {} : { total }),
    matches,
  };
}
