import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../support/app.ts';
import { GIFS, makeGifBundle } from '../support/gif-bundle.ts';

test('a GIF is delivered with all its frames to be shown, but not to those who may not download it', async () => {
  using bundle = await makeGifBundle();
  await using app = await startApp({}, bundle.directory);
  const animationOf = (id: number) => fetch(`${app.url}/asset.do?preview=${id}&type=animation`);
  const response = await animationOf(GIFS.moving);
  assert.equal(response.status, 200);
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bundle.moving);
  const { headers } = response;
  assert.equal(headers.get('content-type'), 'image/gif');
  assert.match(headers.get('content-disposition') ?? '', /^inline; filename="moving\.gif"/);
  assert.equal(headers.get('cache-control'), 'no-cache');
  // If it is opened by itself, nothing in it may run.
  assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
  assert.equal(headers.get('x-content-type-options'), 'nosniff');

  const ask = async (id: number, more: string, init: RequestInit) =>
    await fetch(`${app.url}/asset.do?preview=${id}&type=animation${more}`, init);
  const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
  assert.equal((await ask(GIFS.moving, '', known)).status, 304);
  // Its bytes are the same, and so is its tag.
  assert.equal((await ask(GIFS.viewOnly, '', known)).status, 403);
  const part = await ask(GIFS.moving, '', { headers: { range: 'bytes=0-5' } });
  assert.deepEqual([part.status, await part.text()], [206, 'GIF89a']);
  const head = await ask(GIFS.moving, '&version=1', { method: 'HEAD' });
  assert.deepEqual([head.status, head.headers.get('cache-control')], [200, 'no-cache']);

  const refused = await animationOf(GIFS.viewOnly);
  assert.equal(refused.status, 403);
  assert.equal(
    (await refused.json()).message,
    `preview: asset ${GIFS.viewOnly} may not be downloaded, and so is not delivered as an animation`,
  );
});
