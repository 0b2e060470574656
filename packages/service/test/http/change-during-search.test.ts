import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { startApp } from '../support/app.ts';

const WRITER = new URL('../../src/catalogue/sqlite/writer.ts', import.meta.url).href;

test('no cache stores an answer that a commit overtakes while it is computed', async () => {
  using folder = temporaryFolder();
  // On each query for a folder.path, it commits a change there, so every run of the search is overtaken.
  const provider = folder.file('provider.mjs');
  writeFileSync(
    provider,
    `import { openCatalogueWriter } from '${WRITER}';
     let changes = 0;
     export default async (text) => {
       if (text !== 'still') {
         const writer = openCatalogueWriter({ directory: text });
         const id = 900 + (changes += 1);
         await writer.change((batch) => batch.put('group', { id, name: 'another' }));
         await writer[Symbol.asyncDispose]();
       }
       return { search: [] };
     };`,
  );
  await using app = await startApp({ ABS_SEARCH_PROVIDER: provider });
  const ask = async (text: string) => {
    const answer = await fetch(`${app.url}/node.do?search_custom=${encodeURIComponent(text)}`);
    await answer.text();
    return [answer.status, answer.headers.get('cache-control')];
  };
  assert.deepEqual(await ask('still'), [200, 'public, max-age=0, s-maxage=3600']);
  assert.deepEqual(await ask(app.data), [200, 'no-store']);
  assert.deepEqual(await ask('still'), [200, 'public, max-age=0, s-maxage=3600']);
});
