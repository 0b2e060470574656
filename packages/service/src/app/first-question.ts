import type { Catalogue } from '../catalogue/catalogue.ts';
import { viewerFor } from '../domain/permissions.ts';
import type { AssetQuery, SearchIndex } from '../search/search-index.ts';

/** Runs a search that finds nothing, so that the newest view is opened. */
export async function askNothing({
  catalogue,
  search,
}: {
  readonly catalogue: Catalogue;
  readonly search: SearchIndex;
}): Promise<void> {
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
