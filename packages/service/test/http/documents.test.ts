/** The descriptions of the interface for programs, which the service sends as they are in docs/. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { DOCUMENTS } from '../../src/api/documents.ts';
import { appForAll } from '../support/app.ts';

describe('documents', () => {
  const app = appForAll({ ABS_ENDPOINTS: '{"press":{}}' });

  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    fetch(app.url + path, { method, headers });

  test('each has the bytes of its file in docs/, below every base address', async () => {
    for (const name of DOCUMENTS) {
      const file = readFileSync(new URL(`../../../../docs/${name}`, import.meta.url), 'utf8');
      for (const encoding of ['identity', 'gzip', 'br']) {
        const response = await get(`/${name}`, { 'accept-encoding': encoding });
        assert.equal(response.status, 200);
        assert.equal(response.headers.get('content-type'), 'application/json; charset=UTF-8');
        assert.equal(response.headers.get('content-encoding') ?? 'identity', encoding);
        assert.ok((await response.text()) === file, `${name} in ${encoding}`);
      }
      assert.ok((await (await get(`/press/${name}`)).text()) === file, name);
    }
  });

  test('any page may read them, caches revalidate them, and the tag spares the body', async () => {
    const first = await get('/openapi.json', { origin: 'https://page.example' });
    const { headers } = first;
    await first.arrayBuffer();
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('cache-control'), 'public, max-age=0, s-maxage=60');
    assert.equal(headers.get('vary'), 'Accept-Encoding');
    const etag = headers.get('etag') ?? '';
    const second = await get('/openapi.json', { 'if-none-match': etag });
    assert.deepEqual([second.status, await second.text()], [304, '']);
    const other = await get('/openapi-3.2.json', { 'if-none-match': etag });
    assert.equal((await other.text()).length > 0 && other.status, 200);
    const tags = new Set<string | null>();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const response = await get('/openapi.json', { 'accept-encoding': encoding });
      tags.add(response.headers.get('etag'));
      await response.arrayBuffer();
    }
    assert.equal(tags.size, 3, 'each coding has a tag of its own');
  });

  test('only the exact paths are documents', async () => {
    for (const path of ['/openapi.json/', '/docs/openapi.json', '/openapi.jso', '/node.do/openapi.json'])
      assert.equal((await get(path)).status, 404, path);
  });
});
