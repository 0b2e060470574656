import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../support/app.ts';

test('originals are delegated to the proxy, and everything else is sent by the service', async () => {
  await using app = await startApp({ ABS_DOWNLOAD_ACCEL_REDIRECT: '/originals' });
  const original = await fetch(`${app.url}/asset.do?download=1003`, { headers: { range: 'bytes=0-1' } });
  assert.equal(original.status, 200);
  const path = /^\/originals\/([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}$/;
  assert.match(original.headers.get('x-accel-redirect') ?? '', path);
  assert.deepEqual([original.headers.get('content-type'), original.headers.get('content-length')], ['text/plain', '0']);
  assert.match(original.headers.get('etag') ?? '', /^"[0-9a-f]{64}"$/);
  assert.match(original.headers.get('content-disposition') ?? '', /^attachment; filename="img2.txt"/);
  for (const path of ['/asset.do?download=1003&forcezip=1', '/asset.do?thumb=1000', '/asset.do?download=1006']) {
    const other = await fetch(app.url + path);
    assert.equal(other.headers.get('x-accel-redirect'), null, path);
    assert.ok((await other.arrayBuffer()).byteLength > 0);
  }
});
