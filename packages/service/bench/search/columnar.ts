import { openColumnarSearch } from '../../../columnar/src/columnar-search.ts';
import { openViews } from '../../../columnar/src/views.ts';
import { openSharedIndex, type SharedIndex } from '../../src/app/index/index-threads.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import type { Answer } from './sqlite-peer.ts';

/** The service's index through its port, with the page read from a catalogue connection of its own and written as JSON. */
export function openEngine(directory: string, reach: SharedIndex['reach']) {
  const catalogue = openCatalogue({ directory });
  const index = openColumnarSearch({ catalogue, views: openViews(reach, { waitSeconds: 60 }) });
  const { signal } = new AbortController();
  return {
    name: 'columns',
    catalogue,
    index,
    ask: async (query: Parameters<typeof index.find>[0]): Promise<Answer> => {
      const { total, ids, facets } = await index.find(query, { signal });
      const assets = await (await catalogue.snapshot()).assets(ids);
      const rows = assets.map(({ id, uploaded, modified, active: { name, size, properties } }) => ({
        id,
        name,
        category: properties.category,
        extension: properties.extension,
        size,
        modified,
        uploaded,
      }));
      return { total, ids, text: JSON.stringify({ total, rows, facets }) };
    },
    [Symbol.asyncDispose]: async () => {
      await index[Symbol.asyncDispose]();
      await catalogue[Symbol.asyncDispose]();
    },
  };
}

/** The same over a data folder of its own, with the index threads of the service; its first view is ready. */
export async function openColumnar(directory: string) {
  await using stack = new AsyncDisposableStack();
  const shared = stack.use(openSharedIndex({ data: directory }));
  const engine = stack.use(openEngine(directory, shared.reach));
  await shared.reach();
  const owned = stack.move();
  return { ...engine, reach: shared.reach, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}
