import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AssetRecord } from '../../../core/src/domain/model.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { startApp } from '../support/app.ts';

test('requests that are too large or not permitted are refused, with the login address where there is a file', async () => {
  await using app = await startApp({
    ABS_DOWNLOAD_MAX_ASSETS: '2',
    ABS_DOWNLOAD_LOGIN_URL: 'https://login.example/in',
  });
  const refusal = async (query: string) => {
    const answer = await fetch(`${app.url}/asset.do?${query}`);
    const { data, message } = (await answer.json()) as { data: unknown; message: string };
    return [answer.status, message, data];
  };
  assert.deepEqual(await refusal('download=1000,1001,1003'), [
    400,
    'download: 3 assets are more than the 2 of one download',
    null,
  ]);
  assert.deepEqual(await refusal('relations=1000'), [
    400,
    'relations: 3 assets are more than the 2 of one download',
    null,
  ]);
  assert.equal((await fetch(`${app.url}/asset.do?download=1000,1001,1001`)).status, 200);
  for (const query of ['download=1007', 'download=1007:1', 'download=1000,1007&format=1', 'relations=1007']) {
    const [status, , data] = await refusal(query);
    assert.deepEqual([status, data], [403, { url: 'https://login.example/in' }], query);
  }
  // A record among what may only be viewed: nobody could have its file after signing in.
  await using writer = openCatalogueWriter({ directory: app.data });
  await writer.change(async (c) => c.put('asset', { ...((await c.record(1006)) as AssetRecord), nodes: [8] }));
  assert.deepEqual(await refusal('download=1006'), [404, 'download: asset 1006 has no file', null]);
});

test('related assets that cannot be delivered are left out, and do not count', async () => {
  await using app = await startApp({ ABS_DOWNLOAD_MAX_ASSETS: '2' });
  const viewOnly = 1007;
  const record = 1006;
  {
    await using writer = openCatalogueWriter({ directory: app.data });
    await writer.change(async (c) => {
      const asset = await c.record(1003);
      assert.ok(asset);
      await c.put('asset', { ...asset, relations: [viewOnly, record, 1001].map((to) => ({ type: 1, to })) });
    });
  }
  const answer = await fetch(`${app.url}/asset.do?relations=1003&type=variant`);
  const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  assert.equal(answer.status, 200);
  const directory = text.slice(text.indexOf('PK\u0001\u0002'));
  assert.deepEqual(directory.match(/\w+\.(?:txt|jpg|tif)/g), ['img2.txt', 'turned.jpg']);
});
