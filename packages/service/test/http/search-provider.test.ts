import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { loadSearchProvider } from '../../src/api/extensions.ts';
import { appForAll, startApp } from '../support/app.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../examples/search-provider/provider.mjs', import.meta.url));

describe('the example search provider', () => {
  const app = appForAll({ ABS_SEARCH_PROVIDER: EXAMPLE });

  async function ask(text: string, more = '') {
    const answer = await fetch(`${app.url}/node.do?search_custom=${encodeURIComponent(text)}&sort_order=id${more}`);
    const { status, data, message } = (await answer.json()) as {
      status: number;
      data: { id: number }[];
      message?: string;
    };
    return status === 200 ? data.map(({ id }) => id) : `${status} ${message}`;
  }

  test('turns commands into criteria', async () => {
    assert.deepEqual(await ask('type:tif'), [1006]);
    assert.deepEqual(await ask('img10 favourites'), [1000, 1002]);
    assert.deepEqual(await ask('since:2024-05-08 type:jpg'), [1007, 1008]);
  });

  test('finds nothing for a node that the caller cannot view', async () => assert.deepEqual(await ask('at:6'), []));

  test('adds its criteria to those of the request', async () =>
    assert.deepEqual(await ask('type:jpg', '&search_id=1004,1006'), [1004]));

  test('refusals and invalid criteria of the provider are refused', async () => {
    const refusal = /^400 search_custom: "colour:red" is not a search: colour: is none of type/;
    assert.match(String(await ask('colour:red')), refusal);
    assert.match(String(await ask('since:soon')), /^400 search_uploaded_after: "soon" is not a date/);
  });
});

test('a failing provider has an error of its own, and a module that is not a provider prevents the start', async () => {
  using folder = temporaryFolder();
  const file = (name: string, text: string) => {
    const path = folder.file(name);
    writeFileSync(path, text);
    return path;
  };
  await using app = await startApp({
    ABS_SEARCH_PROVIDER: file('fails.mjs', 'export default () => { throw new Error("secret"); };'),
  });
  const answer = await fetch(`${app.url}/node.do?search_custom=x`);
  const text = await answer.text();
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '10']);
  assert.match(text, /"search_custom: the search provider failed at \\"x\\"","code":"extension_failed"/);
  assert.doesNotMatch(text, /secret/);
  assert.match(app.log.join(''), /"a module of settings failed"/);
  assert.match(app.log.join(''), /Error: secret/);

  await assert.rejects(
    loadSearchProvider(folder.file('none.mjs')),
    /^Error: search.provider: .*none.mjs can't be loaded/,
  );
  const lack = /no function as its default export/;
  await assert.rejects(loadSearchProvider(file('empty.mjs', 'export const a = 1;')), lack);
  await assert.rejects(loadSearchProvider(file('broken.mjs', 'export default (')), /can't be loaded/);
});
