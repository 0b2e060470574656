import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { databasePath } from '../../src/catalogue/sqlite/database.ts';
import { openIndexSource } from '../../src/catalogue/sqlite/index-source.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { pagesOfOrders } from '../../src/cli/thumbnail-orders.ts';
import { assetOf } from '../search/contract-samples.ts';

const SIZES = [{ thumb: { size: 100 } }, { thumb: { size: 200 } }] as unknown as Parameters<typeof pagesOfOrders>[1];

test('orders of thumbnails come in pages, between which no state is open and assets may be added', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'abs-orders-'));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const writer = stack.use(openCatalogueWriter({ directory }));
  const catalogue = stack.use(openCatalogue({ directory }));
  const indexSource = stack.use(openIndexSource({ directory }));
  const put = (from: number, to: number) =>
    writer.change(async (changes) => {
      for (let id = from; id <= to; id++) {
        const asset = assetOf(id, id % 2 === 0 ? {} : { original: 'a.jpg', size: 1 });
        const { file } = asset.active;
        const own = file && { ...file, sha256: id.toString(16).padStart(64, '0') };
        await changes.put('asset', own ? { ...asset, active: { ...asset.active, file: own } } : asset);
      }
    });
  await put(1, 2000);
  assert.equal(await indexSource.countFiles(), 1000);
  const keys: string[] = [];
  let most = 0;
  for await (const orders of pagesOfOrders({ catalogue, indexSource }, SIZES)) {
    keys.push(...orders.map(({ source }) => source?.sha256 ?? ''));
    most = Math.max(most, orders.length);
    if (keys.length < 1000) continue;
    if (keys.length < 2000) await put(2001, 2010);
    using database = new DatabaseSync(databasePath(directory));
    // It is busy if a reader holds an older state.
    assert.equal(database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'], 0);
  }
  assert.equal(new Set(keys).size, 1005);
  assert.equal(keys.length, 2010);
  assert.ok(most <= 500, `${most} orders at once`);
});
