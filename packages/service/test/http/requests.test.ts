import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { appForAll, startApp } from '../support/app.ts';
import { callRaw } from '../support/bare-server.ts';

describe('requests over HTTP', () => {
  const app = appForAll();
  const get = (path: string, init?: RequestInit) => fetch(app.url + path, init);

  /** The reply to these bytes over a connection that they end. */
  async function raw(text: string | Buffer): Promise<string> {
    using caller = callRaw(Number(new URL(app.url).port), text);
    await until(() => caller.socket.closed);
    return Buffer.from(caller.received(), 'latin1').toString();
  }

  test('an invalid callback is refused as plain JSON, and a valid one wraps refusals of unreadable queries', async () => {
    for (const callback of ['alert(1)', 'a;b', '1a', 'a[x]', 'x'.repeat(129), 'é', 'a\nb', '</script>']) {
      const response = await get(`/node.do?tree=1&callback=${encodeURIComponent(callback)}`);
      assert.deepEqual([response.status, (await response.json()).status], [400, 400], callback);
    }
    for (const query of ['/node.do?suggest=%ff', `/node.do?suggest=${'a'.repeat(17_000)}`, '/nope.do?x=1']) {
      const answer = await get(`${query}&callback=f`);
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /^\/\*\*\/f\(\{"version":2,"status":4\d\d,/);
    }
  });

  test('a callback does not wrap binary answers, but wraps their failures', async () => {
    const picture = await get('/asset.do?thumb=1000&callback=f');
    assert.equal(picture.headers.get('content-type'), 'image/jpeg');
    await picture.arrayBuffer();
    const failure = await get('/asset.do?thumb=1&callback=f');
    assert.equal(failure.status, 200);
    assert.match(await failure.text(), /^\/\*\*\/f\(\{"version":2,"status":404/);
  });

  test('an invalid callback does not affect binary answers, but their failures and JSON answers refuse it', async () => {
    for (const callback of ['callback=alert(1)', 'callback=f&callback=g', 'callback[]=f']) {
      for (const path of ['/asset.do?thumb=1000', '/asset.do?download=1003']) {
        const bytes = await get(`${path}&${callback}`);
        assert.equal(bytes.status, 200, `${path} ${callback}`);
        const asked = Buffer.from(await bytes.arrayBuffer());
        const plain = Buffer.from(await (await get(path)).arrayBuffer());
        assert.deepEqual(asked, plain, `${path} ${callback}`);
      }
      for (const path of ['/asset.do?thumb=1', '/asset.do?relations=-1']) {
        const refusal = await get(`${path}&${callback}`);
        assert.equal(refusal.status, 400, `${path} ${callback}`);
        assert.match((await refusal.json()).message, /^callback/);
      }
    }
  });

  test('answers get 304 for their own ETag, and HEAD is like GET', async () => {
    for (const path of ['/node.do?tree=1', '/asset.do?thumb=1000', '/asset.do?download=1003', '/']) {
      const first = await get(path);
      const body = await first.arrayBuffer();
      const etag = first.headers.get('etag') ?? '';
      const again = await get(path, { headers: { 'if-none-match': `"other", W/${etag}` } });
      assert.deepEqual([again.status, (await again.arrayBuffer()).byteLength], [304, 0]);
      assert.equal(again.headers.get('etag'), etag);
      // Caches update their stored headers from a 304.
      assert.deepEqual(
        [again.headers.get('content-type'), again.headers.get('content-length')].filter(
          (value, i) => value !== null && value !== first.headers.get(i === 0 ? 'content-type' : 'content-length'),
        ),
        [],
      );
      const head = await get(path, { method: 'HEAD' });
      assert.equal(head.headers.get('content-length'), first.headers.get('content-length'));
      assert.ok(body.byteLength > 0);
      assert.equal(head.headers.get('etag'), etag);
    }
  });

  test('a failing If-Match gets 412, and a failing If-Range gets the whole file', async () => {
    const refused = await get('/asset.do?download=1003', { headers: { 'if-match': '"x"' } });
    assert.deepEqual([refused.status, refused.headers.get('cache-control')], [412, 'no-store']);
    assert.equal((await refused.json()).status, 412);
    const whole = await get('/asset.do?download=1003', { headers: { range: 'bytes=0-1', 'if-range': '"x"' } });
    assert.deepEqual([whole.status, (await whole.text()).length], [200, 35]);
    const etag = whole.headers.get('etag') ?? '';
    const part = await get('/asset.do?download=1003', { headers: { range: 'bytes=6-7', 'if-range': etag } });
    assert.deepEqual([part.status, await part.text()], [206, 'of']);
  });

  test('a refusal of the HTTP parser calls the callback of its request, and has the media type of its path', async () => {
    for (const [line, type, body] of [
      ['CONNECT a:1', 'application/javascript', /\r\nallow: GET, HEAD\r\n.*"status":405/s],
      ['BREW /node.do?tree=1', 'application/javascript', /\r\n\r\n\{"version":2,"status":405,/],
      ['BREW /node.do/tree', 'application/json', /\r\n\r\n\{"version":2,"status":405,/],
      ['BREW /node.do?tree=1&callback=page.show', 'application/javascript', /\r\n\/\*\*\/page\.show\(\{.*405.*\}\);$/],
      ['GET /node.do?search=\xe9&callback=show', 'application/javascript', /\r\n\/\*\*\/show\(\{.*400.*\}\);$/],
      ['BREW http://x/node.do?callback=show', 'application/javascript', /\r\n\/\*\*\/show\(\{.*405.*\}\);$/],
      ['BREW /node.do?callback=a(b', 'application/javascript', /\r\n\r\n\{"version":2,"status":405,/],
    ] as const) {
      const answer = await raw(Buffer.from(`${line} HTTP/1.1\r\nhost: x\r\n\r\n`, 'latin1'));
      const status = body.source.includes('show') ? 200 : 405;
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} .*\r\ncontent-type: ${type};`, 's'), line);
      assert.match(answer, body);
    }
  });

  test('headers of 48 KiB are read beside the longest query, and larger ones are refused whatever the query', async () => {
    const send = (target: string, headerBytes: number) =>
      raw(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: ${'a'.repeat(headerBytes - 40)}\r\n\r\n`);
    const long = `/review.do?get=1000&x=${'a'.repeat(128 * 1024 - 11)}`;
    assert.match(await send(long, 48 * 1024), /^HTTP\/1\.1 200 /);
    for (const target of [long, '/node.do?about=true'])
      assert.match(await send(target, 50_000), /^HTTP\/1\.1 431 .*the request's headers are larger than 49152 bytes/s);
    const refused = await send(`/review.do?get=1&x=${'a'.repeat(200_000)}`, 100);
    assert.match(refused, /^HTTP\/1\.1 414 .*at most 131072 are read/s);
    const beyond = /the request line and the headers together are larger than 262144 bytes/;
    const tooLong = await send(`/review.do?get=1&x=${'a'.repeat(300_000)}`, 100);
    assert.match(tooLong, /^HTTP\/1\.1 414 /);
    assert.match(tooLong, beyond);
    assert.match(await send('/node.do?about=true', 300_000), beyond);
  });

  test('other methods are refused, and a preflight is answered', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'QUERY']) {
      const response = await get('/node.do?tree=1', { method, ...(method === 'POST' ? { body: 'tree=1' } : {}) });
      assert.deepEqual([response.status, response.headers.get('allow')], [405, 'GET, HEAD']);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      assert.equal((await response.json()).status, 405);
    }
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
    const response = await get('/node.do?tree=1', { method: 'OPTIONS', headers });
    assert.equal(response.status, 204);
    assert.notEqual(response.headers.get('connection'), 'close');
    const allowed = response.headers.get('access-control-allow-headers')?.split(', ');
    assert.deepEqual(allowed, ['Authorization', 'If-Match', 'If-None-Match', 'If-Range', 'Range']);
  });

  test('a query of 16 KiB is read, and one byte more is refused', async () => {
    const rest = 16 * 1024 - 'tree=2&img='.length;
    assert.equal((await get(`/node.do?tree=2&img=${'x'.repeat(rest)}`)).status, 200);
    assert.equal((await get(`/node.do?tree=2&img=${'x'.repeat(rest + 1)}`)).status, 414);
  });

  test('broken escapes and invalid UTF-8 are refused, and a plus is a space', async () => {
    for (const value of ['%', '%zz', '%ff', '%c3%28', '%ed%a0%80'])
      assert.equal((await get(`/node.do?suggest=${value}`)).status, 400, value);
    assert.deepEqual((await (await get('/node.do?suggest=red+ap')).json()).data, ['Red apples']);
  });

  test('input that is not HTTP gets an envelope, and the connection ends', async () => {
    for (const text of ['nonsense\r\n\r\n', 'GET /node.do HTTP/1.1\r\nbad header\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n']) {
      const answer = await raw(text);
      assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
      assert.match(answer, /nosniff/i);
      assert.match(answer, /"status":400/);
    }
    const large = await raw(`GET / HTTP/1.1\r\nhost: x\r\n${'cookie: a=b; c=d\r\n'.repeat(20_000)}\r\n`);
    assert.match(large, /^HTTP\/1\.1 431 .*the request line and the headers together are larger than 262144 bytes/s);
  });

  test('unknown paths get 404 in an envelope', async () => {
    for (const path of [
      ...['/x', '/press/node.do?tree=1', '/node.do/', '/NODE.DO?tree=1', '/%zz', '/icons/../package.json'],
      '/icons/none.svg',
    ]) {
      const response = await get(path);
      assert.equal(response.status, 404, path);
      assert.equal((await response.json()).status, 404);
    }
  });
});

test('every icon of a format is below its own base address, from the bundle or the service, with a token or without', async () => {
  await using app = await startApp({
    ABS_ENDPOINTS: JSON.stringify({
      press: { formats: [1, 2, 3], cors: { origins: ['https://press.example'] } },
      staff: { token: { verifier: 'static', tokens: [{ token: 's3cr3t-staff-token', user: 2 }] }, formats: [3] },
    }),
  });
  for (const base of ['', '/press', '/staff']) {
    const headers = { authorization: 'Bearer s3cr3t-staff-token' };
    const list = await (await fetch(`${app.url}${base}/asset.do?downloadformats=-1`, { headers })).json();
    assert.ok(list.data.length > 0);
    for (const { icon } of list.data) {
      const answer = await fetch(`${app.url}${base}/${icon}`);
      assert.equal(answer.status, 200, `${base}/${icon}`);
      assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
      const etag = answer.headers.get('etag') ?? '';
      await answer.text();
      assert.equal((await fetch(`${app.url}${base}/${icon}`, { headers: { 'if-none-match': etag } })).status, 304);
      assert.equal((await fetch(`${app.url}${base}/${icon}`, { method: 'HEAD' })).status, 200);
    }
  }
  const ofPress = await fetch(`${app.url}/press/icons/web.svg`, { headers: { origin: 'https://press.example' } });
  assert.match(await ofPress.text(), /circle/);
  assert.equal(ofPress.headers.get('access-control-allow-origin'), 'https://press.example');
  // The icon of a format that an endpoint doesn't have.
  assert.equal((await fetch(`${app.url}/staff/icons/web.svg`)).status, 404);
  for (const path of ['/other/icons/original.svg', '/press/press/icons/original.svg', '/press/icons/none.svg'])
    assert.equal((await fetch(app.url + path)).status, 404, path);
});

test('another service user sees what its groups may view', async () => {
  await using app = await startApp({ ABS_SERVICE_USER: '2' });
  assert.equal((await fetch(`${app.url}/asset.do?details=1005`)).status, 200);
  assert.equal((await fetch(`${app.url}/asset.do?details=1007`)).status, 404);
});

test('the callback wraps a refused range like any other failure', async () => {
  await using app = await startApp();
  const headers = { range: 'bytes=99999999-' };
  const plain = await fetch(`${app.url}/asset.do?download=1003`, { headers });
  assert.deepEqual([plain.status, plain.headers.get('content-range')], [416, 'bytes */35']);
  assert.match(await plain.text(), /"code":"range_not_satisfiable"\}$/);
  const called = await fetch(`${app.url}/asset.do?download=1003&callback=take`, { headers });
  assert.equal(called.status, 200);
  assert.match(await called.text(), /^\/\*\*\/take\(\{"version":2,"status":416,/);
  // An invalid callback is the reason for refusing such a request.
  const malformed = await fetch(`${app.url}/asset.do?download=1003&callback=1`, { headers });
  assert.equal(malformed.status, 400);
  assert.match(await malformed.text(), /"message":"callback: /);
});
