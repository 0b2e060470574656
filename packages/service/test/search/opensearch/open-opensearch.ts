import { randomUUID } from 'node:crypto';
import { Client } from '../../../src/opensearch/client.ts';
import { Indexer } from '../../../src/opensearch/indexer.ts';
import { openOpenSearch } from '../../../src/opensearch/opensearch-search.ts';
import { openSqlite } from '../../catalogue/open-sqlite.ts';

/** Opens an empty catalogue in a folder of its own, and the search of it on a server. Disposing removes what was indexed. */
export async function openOn(url: string, { shards = 1 } = {}) {
  await using stack = new AsyncDisposableStack();
  const opened = stack.use(await openSqlite());
  const client = stack.use(new Client({ url }));
  const name = `test-${randomUUID()}`;
  stack.defer(async () => {
    await client.send({ method: 'DELETE', path: `/${name}-*` });
  });
  const options = { source: opened.source, client, name, shards, timeZone: 'UTC' };
  const indexer = stack.use(new Indexer(options));
  const index = stack.use(
    openOpenSearch({ catalogue: opened.catalogue, client, reach: () => indexer.reach(), waitSeconds: 60 }),
  );
  const owned = stack.move();
  return {
    ...opened,
    client,
    name,
    options,
    indexer,
    index,
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}
