/** Several sort keys over many matches. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openIndexSource } from '../../src/catalogue/sqlite/index-source.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { viewerFor } from '../../src/domain/permissions.ts';
import { buildBase } from '../../src/search/columnar/build-base.ts';
import { openColumnarSearch } from '../../src/search/columnar/columnar-search.ts';
import { openIndexPublisher } from '../../src/search/columnar/index-publisher.ts';
import { openViews } from '../../src/search/columnar/views.ts';
import type { SortKey } from '../../src/search/search-index.ts';
import { seeded } from './random.ts';
import { FIELDS, fill } from './random-catalogue.ts';

const ASSETS = 5000;
/** No two assets have the same first key. */
const KEYS: readonly SortKey[] = [
  { by: 'id', descending: true },
  { by: 'name', descending: false },
  { by: 'size', descending: false },
  { by: 'uploaded', descending: true },
  { by: 'extension', descending: false },
  { by: 'asset_type', descending: true },
  { by: 'info_field', field: FIELDS.amount, descending: false },
  { by: 'info_field', field: FIELDS.colour, descending: false },
];

test('later sort keys are read only for ties: eight keys take little more memory than one', async () => {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'abs-first-places-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const writer = stack.use(openCatalogueWriter({ directory }));
  await fill(writer, seeded(11), ASSETS);
  const catalogue = stack.use(openCatalogue({ directory }));
  const source = stack.use(openIndexSource({ directory }));
  const publisher = openIndexPublisher({ source, build: () => buildBase(source) });
  const index = stack.use(openColumnarSearch({ catalogue, views: openViews(publisher.reach, { waitSeconds: 60 }) }));

  const { signal } = new AbortController();
  const viewer = viewerFor((await catalogue.snapshot()).model, { id: undefined, groups: [1, 2, 3] });
  /** Bytes of buffers that a search allocates. Garbage collection can only reduce the figure. */
  const taken = async (sort: readonly SortKey[]) => {
    const query = { all: [], sort, locale: 'en', offset: 0, count: 10, viewer };
    // The first search also allocates what later ones share, which is not counted.
    await index.find(query, { signal });
    const before = process.memoryUsage().arrayBuffers;
    const { total, ids } = await index.find(query, { signal });
    assert.equal(total, ASSETS);
    return { bytes: process.memoryUsage().arrayBuffers - before, ids };
  };
  const one = await taken(KEYS.slice(0, 1));
  const eight = await taken(KEYS);
  assert.deepEqual(eight.ids, one.ids);
  assert.ok(eight.bytes < 2 * ASSETS * Float64Array.BYTES_PER_ELEMENT, `${eight.bytes} bytes, ${one.bytes} of one key`);
});
