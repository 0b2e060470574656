import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCatalogue } from '../../src/adapters/catalogue-sqlite/catalogue.ts';
import { openIndexSource } from '../../src/adapters/catalogue-sqlite/index-source.ts';
import { openCatalogueWriter } from '../../src/adapters/catalogue-sqlite/writer.ts';
import { openSqlSearch } from '../../src/adapters/search-sqlite/search.ts';
import { viewerFor } from '../../src/domain/permissions.ts';
import { openColumnarSearch } from '../../src/search/columnar-search.ts';
import { openIndexKeeper } from '../../src/search/index-keeper.ts';
import { buildBase } from '../../src/search/indexer.ts';
import { openViews } from '../../src/search/views.ts';
import { seeded } from './random.ts';
import { change, fill } from './random-catalogue.ts';
import { drawQuery } from './random-queries.ts';
import { ASSETS, POOLS } from './random-world.ts';

const { signal } = new AbortController();
for (const seed of [1, 2, 3, 4]) {
  test(`random queries have the same answers in columns and in SQL, while the catalogue changes (seed ${seed})`, async () => {
    await using stack = new AsyncDisposableStack();
    const directory = mkdtempSync(join(tmpdir(), 'abs-same-'));
    stack.defer(() => rmSync(directory, { recursive: true, force: true }));
    const random = seeded(seed);
    const writer = stack.use(openCatalogueWriter({ directory }));
    const catalogue = stack.use(openCatalogue({ directory }));
    await fill(writer, random, ASSETS);
    const sql = stack.use(openSqlSearch({ directory, catalogue }));
    const source = stack.use(openIndexSource({ directory }));
    const views = openViews(openIndexKeeper({ source, build: async () => source.read(buildBase) }).reach);
    const columnar = stack.use(openColumnarSearch({ catalogue, views }));

    for (let round = 0; round < 40; round++) {
      for (let i = 0; i < 20; i++) {
        const groups = [1, 2, 3].filter(() => random.chance(0.6));
        const model = catalogue.model();
        const query = drawQuery(random, model, POOLS, viewerFor(model, { id: undefined, groups }));
        const { viewer, ...shown } = query;
        const told = `round ${round}, ${viewer.key}: ${JSON.stringify(shown)}`;
        assert.deepEqual(await columnar.find(query, { signal }), await sql.find(query, { signal }), told);
      }
      await change(writer, random, ASSETS);
    }
  });
}
