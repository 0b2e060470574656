/** A data node dies while the index is built and while it is asked: nothing is lost, and it goes on by itself. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AssetQuery, type SearchIndex, SearchUnreachable } from '../../../../columnar/src/search-index.ts';
import { seeded } from '../../../../columnar/test/random.ts';
import { viewerFor } from '../../../../core/src/domain/permissions.ts';
import { until } from '../../../../core/test/support/until.ts';
import type { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { Indexer } from '../../../src/opensearch/indexer.ts';
import { openOpenSearch } from '../../../src/opensearch/opensearch-search.ts';
import { NO_OPENSEARCH, startOpenSearch } from '../../support/servers/opensearch.ts';
import { assetOf } from '../contract-samples.ts';
import { change, fill } from '../random-catalogue.ts';
import { ASSETS } from '../random-world.ts';
import { openReferenceSearch } from '../reference/search.ts';
import { openOn } from './open-opensearch.ts';

const { signal } = new AbortController();
const HEALS = { patience: 180 } as const;

async function everything(catalogue: Catalogue): Promise<AssetQuery> {
  const { model } = await catalogue.snapshot();
  const viewer = viewerFor(model, { id: undefined, groups: [1] });
  const facets = { fields: [{ by: 'extension' } as const], limit: 100 };
  const sort = [{ by: 'id', descending: false } as const];
  return { all: [], sort, locale: 'en', offset: 0, count: 20_000, facets, viewer };
}

/** Resolves with an answer; refusals are those of an outage. */
async function answerOf(index: SearchIndex, query: AssetQuery) {
  let found: Awaited<ReturnType<SearchIndex['find']>> | undefined;
  await until(
    async () => {
      try {
        found = await index.find(query, { signal });
      } catch (error) {
        assert.ok(error instanceof SearchUnreachable || (error as Error).name === 'IndexBehind', String(error));
      }
      return found !== undefined;
    },
    'the search does not heal',
    HEALS,
  );
  return found;
}

describe('outages', { skip: NO_OPENSEARCH }, () => {
  test('a data node that dies during a build and between queries loses nothing', async () => {
    await using cluster = await startOpenSearch({ nodes: 3 });
    await using opened = await openOn(cluster.urls[0] ?? '', { shards: 3 });
    const { writer, catalogue, index } = opened;
    const random = seeded(1);
    const world = await fill(writer, random, ASSETS);
    await writer.change(async (changes) => {
      for (let id = 10_000; id < 18_000; id++) await changes.put('asset', assetOf(id, { name: `asset ${id}.jpg` }));
    });
    const reference = openReferenceSearch(catalogue);
    const compare = async () => {
      const query = await everything(catalogue);
      assert.deepEqual(await answerOf(index, query), await reference.find(query, { signal }));
    };
    const building = answerOf(index, await everything(catalogue));
    // The build sends many requests; the node dies in the middle of them.
    await until(() => opened.client.counts.requests > 6, 'the build does not begin', HEALS);
    await cluster.kill(1);
    await building;
    await compare();
    await cluster.restart(1);
    for (const victim of [2, 1]) {
      await change(writer, random, ASSETS, world);
      await compare();
      const killed = cluster.kill(victim);
      for (let asked = 0; asked < 10; asked++) await compare();
      await killed;
      await change(writer, random, ASSETS, world);
      await compare();
      await cluster.restart(victim);
    }
  });

  test('one of two indexers writes, and the other goes on when it ends', async () => {
    await using cluster = await startOpenSearch();
    await using opened = await openOn(cluster.urls[0] ?? '');
    const { writer, catalogue, options } = opened;
    const random = seeded(3);
    const world = await fill(writer, random, ASSETS);
    const reference = openReferenceSearch(catalogue);
    await using second = new Indexer(options);
    const { client } = options;
    const other = openOpenSearch({ catalogue, client, reach: () => second.reach(), waitSeconds: 60 });
    const compare = async (index: SearchIndex) => {
      const query = await everything(catalogue);
      assert.deepEqual(await answerOf(index, query), await reference.find(query, { signal }));
    };
    for (const index of [opened.index, other, opened.index]) {
      await change(writer, random, ASSETS, world);
      // The index thread of each node looks for changes four times a second.
      await Promise.all([opened.indexer.reach(), second.reach(), compare(index)]);
    }
    await opened.indexer[Symbol.asyncDispose]();
    await change(writer, random, ASSETS, world);
    await compare(other);
  });
});
