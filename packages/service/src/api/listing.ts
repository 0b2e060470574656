/** Lists of assets found by the index: content of nodes, and searches. */
import Type from 'typebox';
import type { AssetQuery } from '../../../columnar/src/search-index.ts';
import { assetEntries, type EntryOptions } from './entries.ts';
import type { Context } from './operation.ts';
import type { Window } from './result-controls.ts';
import { seenBy } from './seen.ts';

/** Schema of the total beside a list. */
export const TOTAL = Type.Integer({
  description: 'Number of all matches, at most `limit`; with `paginate`, or where the list is cut',
});

/** What to list and how to show it: assets that match `all`, or, if there are none, those that match `otherwise`. */
interface ListRequest extends Pick<AssetQuery, 'all' | 'otherwise' | 'sort' | 'facets'> {
  readonly window: Window;
  readonly entries: EntryOptions;
}

/**
 * Queries the index and reads the assets that it finds. Returns their entries, the total if `Window.totalToShow` gives one, and
 * the matches in the index.
 */
export async function listAssets({ window, entries, ...query }: ListRequest, context: Context) {
  const { locale, services, signal } = context;
  const { offset, count } = window;
  const matches = await services.search.find(
    { ...query, ...(await seenBy(query, context)), locale, offset, count },
    { signal },
  );
  const total = window.totalToShow(matches.total);
  return {
    // A match may have moved since the query to where the viewer may not see it; its entry is then left out.
    data: await assetEntries(matches.ids, entries, context),
    ...(total === undefined ? {} : { total }),
    ...entries.pictures?.caching(),
    matches,
  };
}
