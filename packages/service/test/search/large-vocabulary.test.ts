import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assetOf } from './contract-samples.ts';
import { openSearch } from './open-search.ts';

const { signal } = new AbortController();
const WORDS_EACH = 100;

/** Word numbers take two bytes up to a bound, and four beyond it. */
for (const assets of [600, 700]) {
  test(`phrases are found among ${assets * WORDS_EACH} different words`, async () => {
    await using opened = await openSearch();
    const { writer, index } = opened;
    await writer.change(async (changes) => {
      for (let id = 1; id <= assets; id++) {
        const words = Array.from({ length: WORDS_EACH }, (_, i) => `w${id * WORDS_EACH + i}`);
        await changes.put('asset', assetOf(id, { name: words.join(' '), extension: 'jpg' }));
      }
    });
    const viewer = await opened.viewerOf();
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
