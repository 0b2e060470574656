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
import { assetOf } from './contract-samples.ts';

const { signal } = new AbortController();
const WORDS_EACH = 100;

/** Word numbers take two bytes up to a bound, and four beyond it. */
for (const assets of [600, 700]) {
  test(`phrases are found among ${assets * WORDS_EACH} different words`, async () => {
    await using stack = new AsyncDisposableStack();
    const directory = mkdtempSync(join(tmpdir(), 'abs-words-'));
    stack.defer(() => rmSync(directory, { recursive: true, force: true }));
    const writer = stack.use(openCatalogueWriter({ directory }));
    const catalogue = stack.use(openCatalogue({ directory }));
    await writer.change(async (changes) => {
      for (let id = 1; id <= assets; id++) {
        const words = Array.from({ length: WORDS_EACH }, (_, i) => `w${id * WORDS_EACH + i}`);
        await changes.put('asset', assetOf(id, { name: words.join(' '), extension: 'jpg' }));
      }
    });
    const source = stack.use(openIndexSource({ directory }));
    const views = openViews(openIndexPublisher({ source, build: () => buildBase(source) }).reach, {
      waitSeconds: 60,
    });
    const index = stack.use(openColumnarSearch({ catalogue, views }));
    const viewer = viewerFor((await catalogue.snapshot()).model, { id: undefined, groups: [] });
    const find = async (...words: readonly string[]) => {
      const terms = [{ words, isPrefix: false, isExcluded: false }];
      const all = [{ kind: 'text', join: 'all', terms }] as const;
      const { ids } = await index.find({ all, sort: [], locale: 'en', offset: 0, count: 10, viewer }, { signal });
      return ids;
    };
    for (const id of [1, 300, assets]) {
      const word = (i: number) => `w${id * WORDS_EACH + i}`;
      assert.deepEqual(await find(word(7)), [id]);
      assert.deepEqual(await find(word(7), word(8)), [id]);
      assert.deepEqual(await find(word(8), word(7)), []);
      // One text ends where the next begins.
      assert.deepEqual(await find(word(WORDS_EACH - 1), 'jpg'), []);
    }
  });
}
