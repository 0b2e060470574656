import { openColumnarSearch } from '../../../columnar/src/columnar-search.ts';
import type { AssetQuery } from '../../../columnar/src/search-index.ts';
import { openViews } from '../../../columnar/src/views.ts';
import { collectGarbageSoon } from '../../../core/src/concurrency/garbage-collection.ts';
import { viewerFor } from '../../../core/src/domain/permissions.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Config } from '../config/settings.ts';
import { shortWaitSeconds } from './media-limits.ts';
import type { ProcessCalls } from './process-calls.ts';

/** Index entries that a search may read, not counting its costliest word or condition: about 0.3 s of a thread. */
const MAX_SEARCH_ENTRIES = 50_000_000;

/** Opens the search of a thread, which shares the memory of the index with all others. Waits for the first view. */
export async function openThreadSearch(
  { overload }: Config,
  catalogue: Catalogue,
  { reach, replaced }: ProcessCalls['index'],
): Promise<ReturnType<typeof openColumnarSearch>> {
  const search = openColumnarSearch({
    catalogue,
    maxEntries: MAX_SEARCH_ENTRIES,
    views: openViews(reach, { waitSeconds: shortWaitSeconds(overload), replaced, onBase: replaceBase }),
  });

  /** A search holds on to its base until the next search, so this one, which finds nothing, frees the base before. */
  async function openNewestView(): Promise<void> {
    const { model } = await catalogue.snapshot();
    const query: AssetQuery = {
      all: [{ kind: 'ids', ids: [] }],
      sort: [],
      locale: model.defaultLanguage,
      offset: 0,
      count: 0,
      viewer: viewerFor(model, { id: undefined, groups: [] }),
    };
    await search.find(query, { signal: new AbortController().signal });
  }

  async function replaceBase(): Promise<void> {
    await openNewestView();
    collectGarbageSoon();
  }

  try {
    await openNewestView();
    return search;
  } catch (error) {
    await search[Symbol.asyncDispose]();
    throw error;
  }
}
