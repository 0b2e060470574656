import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { openIndexSource } from '../../src/catalogue/sqlite/index-source.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { buildBase } from '../../src/search/columnar/build-base.ts';
import { openColumnarSearch } from '../../src/search/columnar/columnar-search.ts';
import { openIndexPublisher } from '../../src/search/columnar/index-publisher.ts';
import { openViews } from '../../src/search/columnar/views.ts';
import { searchIndexContract } from './search-index.contract.ts';

searchIndexContract('the columnar search', async () => {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'abs-columnar-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const writer = stack.use(openCatalogueWriter({ directory }));
  const catalogue = stack.use(openCatalogue({ directory }));
  const source = stack.use(openIndexSource({ directory }));
  const views = openViews(openIndexPublisher({ source, build: () => buildBase(source) }).reach, {
    waitSeconds: 60,
  });
  const index = stack.use(openColumnarSearch({ catalogue, views }));
  const owned = stack.move();
  return { writer, catalogue, index, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
});
