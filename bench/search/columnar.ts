import { openCatalogue } from '../../src/adapters/catalogue-sqlite/catalogue.ts';
import { openColumnarSearch } from '../../src/search/columnar-search.ts';
import { openViews } from '../../src/search/views.ts';
import { openSharedIndex } from '../../src/threads/index-threads.ts';
import type { Answer } from './sqlite-peer.ts';

/** Our index over a data folder, through its port, with the page read from the catalogue and written as JSON. */
export async function openColumnar(directory: string) {
  await using stack = new AsyncDisposableStack();
  const catalogue = stack.use(openCatalogue({ directory }));
  const shared = stack.use(openSharedIndex({ directory }));
  const index = openColumnarSearch({ catalogue, views: openViews(shared.reach) });
  const { signal } = new AbortController();
  await shared.reach();
  const owned = stack.move();
  return {
    name: 'columns',
    catalogue,
    index,
    ask: async (query: Parameters<typeof index.find>[0]): Promise<Answer> => {
      const { total, ids, facets } = await index.find(query, { signal });
      const assets = await catalogue.assets(ids);
      const rows = assets.map(({ id, uploaded, modified, active: { name, size, facts } }) => ({
        id,
        name,
        category: facts.category,
        extension: facts.extension,
        size,
        modified,
        uploaded,
      }));
      return { total, ids, text: JSON.stringify({ total, rows, facets }) };
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
