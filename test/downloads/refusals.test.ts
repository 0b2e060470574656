import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../support/app.ts';

test('what is too much or not permitted is refused, with the address to log in at', async () => {
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
});
