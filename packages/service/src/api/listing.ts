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

/** Seconds that callers may keep a list by ratings (extensions E9). */
const RATING_SECONDS = 60;

/** Each rating is a new revision, so this service may keep such a list as long as others. */
function cachingOf(sort: AssetQuery['sort'], { pictures }: EntryOptions) {
  const { maxAgeSeconds, ...own } = pictures?.caching() ?? {};
  if (!sort.some(({ by }) => by === 'rating')) return maxAgeSeconds === undefined ? own : { ...own, maxAgeSeconds };
  const seconds = Math.min(maxAgeSeconds ?? RATING_SECONDS, RATING_SECONDS);
  return { ...own, maxAgeSeconds: seconds, ...(maxAgeSeconds === undefined ? { isLasting: true } : {}) };
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
    ...cachingOf(query.sort, entries),
    matches,
  };
}
