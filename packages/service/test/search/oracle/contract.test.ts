import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCatalogue } from '../../../src/catalogue/sqlite/catalogue.ts';
import { openCatalogueWriter } from '../../../src/catalogue/sqlite/writer.ts';
import { searchIndexContract } from '../search-index.contract.ts';
import { openSqlSearch } from './search.ts';

searchIndexContract('the SQL search', async () => {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'abs-search-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const writer = stack.use(openCatalogueWriter({ directory }));
  const catalogue = stack.use(openCatalogue({ directory }));
  const index = stack.use(openSqlSearch({ directory, catalogue }));
  const owned = stack.move();
  return { writer, catalogue, index, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
});
