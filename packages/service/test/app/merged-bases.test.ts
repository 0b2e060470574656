import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openSharedIndex } from '../../src/app/index/index-threads.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { viewerFor } from '../../src/domain/permissions.ts';
import { openColumnarSearch } from '../../src/search/columnar/columnar-search.ts';
import { openViews } from '../../src/search/columnar/views.ts';
import { seeded } from '../search/random.ts';
import { fill } from '../search/random-catalogue.ts';
import { drawQuery } from '../search/random-queries.ts';
import { ASSETS, POOLS } from '../search/random-world.ts';
import { openReferenceSearch } from '../search/reference/search.ts';
import { newestOf } from '../support/records.ts';
import { until } from '../support/until.ts';
import { addAssets, addField } from './catalogue-changes.ts';

const { signal } = new AbortController();

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** An index in its threads, a search in this thread, and the reference to compare it with. */
async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'abs-merged-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const writer = stack.use(openCatalogueWriter({ directory }));
  await fill(writer, seeded(5), ASSETS);
  const catalogue = stack.use(openCatalogue({ directory }));
  const reference = stack.use(openReferenceSearch(catalogue));
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
        assert.deepEqual(await columnar.find(query, { signal }), await reference.find(query, { signal }));
      }
    },
    newest: async () => await views.reach((await catalogue.snapshot()).revision, { signal }),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

test('an idle thread adopts a merged base and frees the previous one', {
  timeout: 180_000,
}, async () => {
  await using world = await openWorld();
  await world.compare();
  const before = new WeakRef((await world.current()).segments[0]?.packed.buffer ?? assert.fail());
  for (let i = 0; i < 6; i++) {
    await addAssets(world.writer, 2000 + i * 1500, 1500);
    await world.newest();
  }
  const last = newestOf(world.catalogue);
  await until(async () => (await world.current()).segments.length === 1);
  assert.equal(newestOf(world.catalogue), last);
  await until(() => {
    collectGarbage();
    return before.deref() === undefined;
  });
  await world.compare();
});

test('answers are right after a base has been replaced, and after later changes', {
  timeout: 180_000,
}, async () => {
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
});
