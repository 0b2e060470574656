import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSharedIndex } from '../../src/app/index/index-threads.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { viewerFor } from '../../src/domain/permissions.ts';
import { openColumnarSearch } from '../../src/search/columnar/columnar-search.ts';
import { openViews } from '../../src/search/columnar/views.ts';
import { openSqlSearch } from '../search/oracle/search.ts';
import { seeded } from '../search/random.ts';
import { fill } from '../search/random-catalogue.ts';
import { drawQuery } from '../search/random-queries.ts';
import { ASSETS, POOLS } from '../search/random-world.ts';
import { newestOf } from '../support/records.ts';
import { until } from '../support/until.ts';
import { addAssets, addField } from './catalogue-changes.ts';

const { signal } = new AbortController();

/** An index in its threads, a search in this thread, and the reference to compare it with. */
async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'abs-merged-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const writer = stack.use(openCatalogueWriter({ directory }));
  await fill(writer, seeded(5), ASSETS);
  const catalogue = stack.use(openCatalogue({ directory }));
  const sql = stack.use(openSqlSearch({ directory, catalogue }));
  const shared = stack.use(openSharedIndex({ data: directory }));
  const random = seeded(6);
  const draw = () => {
    const { model } = newestOf(catalogue);
    return drawQuery(random, model, POOLS, viewerFor(model, { id: undefined, groups: [1, 2] }));
  };
  const bases = { taken: 0 };
  const views = openViews(shared.reach, {
    waitSeconds: 60,
    replaced: shared.replaced,
    onBase: async () => {
      await columnar.find(draw(), { signal });
      bases.taken += 1;
    },
  });
  const columnar = stack.use(openColumnarSearch({ catalogue, views }));
  const owned = stack.move();
  return {
    writer,
    catalogue,
    bases,
    /** What this thread has; requests nothing. */
    current: async () => await views.reach(0, { signal }),
    compare: async () => {
      for (let i = 0; i < 40; i++) {
        const query = draw();
        assert.deepEqual(await columnar.find(query, { signal }), await sql.find(query, { signal }));
      }
    },
    newest: async () => await views.reach((await catalogue.snapshot()).revision, { signal }),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

test('answers are right after a base has been replaced, and after later changes', async () => {
  await using world = await openWorld();
  await world.compare();
  for (const field of [90, 91]) {
    const { taken } = world.bases;
    await addAssets(world.writer, 1000 + field * 10, 7);
    await addField(world.writer, field);
    await until(() => world.bases.taken > taken);
    await world.compare();
    await addAssets(world.writer, 3000 + field * 10, 5);
    await world.compare();
  }
  // Many changes are merged into one base while the thread is idle.
  for (let i = 0; i < 4; i++) {
    await addAssets(world.writer, 10_000 + i * 1500, 1500);
    await world.newest();
  }
  await until(async () => (await world.current()).segments.length === 1);
  await world.compare();
});
