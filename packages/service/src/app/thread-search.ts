import { openColumnarSearch } from '../../../columnar/src/columnar-search.ts';
import type { AssetQuery, SearchIndex } from '../../../columnar/src/search-index.ts';
import { openViews } from '../../../columnar/src/views.ts';
import { collectGarbageSoon } from '../../../core/src/concurrency/garbage-collection.ts';
import { viewerFor } from '../../../core/src/domain/permissions.ts';
import type { Config } from '../config/settings.ts';
import { shortWaitSeconds } from './media-limits.ts';
import { openSearchClient } from './opensearch.ts';
import type { ProcessCalls } from './process-calls.ts';
import type { Storage } from './storage.ts';

/** Index entries that a search may read, not counting its costliest word or condition: about 0.3 s of a thread. */
const MAX_SEARCH_ENTRIES = 50_000_000;

/** Opens the search of a thread: in the memory that it shares with all others, or in OpenSearch. */
export async function openThreadSearch(
  config: Config,
  storage: Storage,
  index: ProcessCalls['index'],
): Promise<SearchIndex> {
  return config.search.url === null
    ? await openInMemory(config, storage, index)
    : await openRemote(config, storage, index);
}

/** Starts without the server, which may be away just now. */
async function openRemote(config: Config, { catalogue, storeCounts }: Storage, { published }: ProcessCalls['index']) {
  // What the index in memory doesn't need is not loaded with it.
  const { openOpenSearch } = await import('../opensearch/opensearch-search.ts');
  const client = openSearchClient(config, storeCounts.search);
  const search = openOpenSearch({
    ...{ catalogue, client, reach: published },
    waitSeconds: shortWaitSeconds(config.overload),
  });
  return {
    ...search,
    [Symbol.asyncDispose]: async () => {
      await search[Symbol.asyncDispose]();
      client[Symbol.dispose]();
    },
  };
}

/** Waits for the first view. */
async function openInMemory(
  { overload }: Config,
  { catalogue }: Pick<Storage, 'catalogue'>,
  { reach, replaced }: ProcessCalls['index'],
): Promise<SearchIndex> {
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
