import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type RunningApp, startApp } from '../support/app.ts';

describe('requests over HTTP', () => {
  let app: RunningApp;
  before(async () => {
    app = await startApp();
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
  });
  const get = (path: string, init?: RequestInit) => fetch(app.url + path, init);

  /** The reply to these bytes over a raw socket. */
  async function raw(text: string | Buffer): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
    socket.setTimeout(60_000, () => socket.destroy(new Error('no answer')));
    return promise;
  }

  test('the envelope begins with version, status and data, followed by total', async () => {
    const text = await (await get('/node.do?id=2&paginate=1')).text();
    assert.match(text, /^\{"version":2,"status":200,"data":\[.*\],"total":1\}$/);
    const failure = await (await get('/node.do?id=x')).text();
    assert.match(
      failure,
      /^\{"version":2,"status":400,"data":null,"message":"[^"]*\\"x\\"[^"]*","code":"parameter_invalid"\}$/,
    );
  });

  test('`<` is escaped in every string', async () => {
    const text = await (await get('/asset.do?string=%3C/script%3E%E2%80%A8%E2%80%A9')).text();
    assert.ok(!/[<\u2028\u2029]/.test(text), text);
    assert.deepEqual(JSON.parse(text).data, { '</script>\u2028\u2029': '</script>\u2028\u2029' });
  });

  test('a callback wraps the envelope, and failures get status 200', async () => {
    const response = await get('/node.do?tree=99999&callback=my.lib%5B12%5D.on');
    assert.equal(response.status, 200);
    assert.match(await response.text(), /^\/\*\*\/my\.lib\[12\]\.on\(\{"version":2,"status":404,.*\}\);$/);
  });

  for (const callback of [
    'alert(1)',
    'a;b',
    'a b',
    '1a',
    'a.',
    'a[x]',
    'a[1234567]',
    'x'.repeat(129),
    'é',
    'a\nb',
    '</script>',
  ]) {
    test(`the callback ${JSON.stringify(callback.slice(0, 20))} is refused as plain JSON`, async () => {
      const response = await get(`/node.do?tree=1&callback=${encodeURIComponent(callback)}`);
      assert.equal(response.status, 400);
      assert.equal((await response.json()).status, 400);
    });
  }

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
        assert.deepEqual(
          Buffer.from(await bytes.arrayBuffer()),
          Buffer.from(await (await get(path)).arrayBuffer()),
          `${path} ${callback}`,
        );
      }
      for (const path of ['/asset.do?thumb=1', '/asset.do?relations=-1']) {
        const refusal = await get(`${path}&${callback}`);
        assert.equal(refusal.status, 400, `${path} ${callback}`);
        assert.match((await refusal.json()).message, /^callback/);
      }
    }
  });

  for (const path of ['/node.do?tree=1', '/asset.do?thumb=1000', '/asset.do?download=1003', '/']) {
    test(`${path} answers 304 to its own ETag, and HEAD like GET`, async () => {
      const first = await get(path);
      const body = await first.arrayBuffer();
      const etag = first.headers.get('etag') ?? '';
      const again = await get(path, { headers: { 'if-none-match': `"other", W/${etag}` } });
      assert.equal(again.status, 304);
      assert.equal((await again.arrayBuffer()).byteLength, 0);
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
    });
  }

  test('a failing If-Match gets 412, and a failing If-Range gets the whole file', async () => {
    const refused = await get('/asset.do?download=1003', { headers: { 'if-match': '"x"' } });
    assert.equal(refused.status, 412);
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    assert.equal((await refused.json()).status, 412);
    const whole = await get('/asset.do?download=1003', { headers: { range: 'bytes=0-1', 'if-range': '"x"' } });
    assert.equal(whole.status, 200);
    assert.equal((await whole.text()).length, 35);
    const etag = whole.headers.get('etag') ?? '';
    const part = await get('/asset.do?download=1003', { headers: { range: 'bytes=6-7', 'if-range': etag } });
    assert.equal(part.status, 206);
    assert.equal(await part.text(), 'of');
  });

  for (const line of ['BREW /node.do?tree=1', 'CONNECT a:1']) {
    test(`${line.split(' ')[0]} is refused`, async () => {
      const answer = await raw(`${line} HTTP/1.1\r\nhost: x\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 405 .*allow: GET, HEAD\r\n.*"status":405/s);
    });
  }

  test('a refusal of the HTTP parser calls the callback of its request, and has the media type of its path', async () => {
    for (const [line, type, body] of [
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

  test('a target with scheme and host stands for its path', async () => {
    const answer = await raw('GET http://elsewhere/node.do?about=1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 200 /);
  });

  for (const length of [20_000, 100_000]) {
    test(`a query of ${length} bytes is too long`, async () => {
      const answer = await raw(
        `GET /node.do?suggest=${'a'.repeat(length)} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      assert.match(answer, /^HTTP\/1\.1 414 .*"status":414/s);
    });
  }

  test('headers of 48 KiB are read beside the longest query, and larger ones are refused whatever the query', async () => {
    const send = (target: string, headerBytes: number) =>
      raw(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx: ${'a'.repeat(headerBytes - 40)}\r\n\r\n`);
    const long = `/review.do?get=1000&x=${'a'.repeat(128 * 1024 - 11)}`;
    assert.match(await send(long, 48 * 1024), /^HTTP\/1\.1 200 /);
    for (const [
      target,
      bytes,
    ] of [[long, 50_000], ['/node.do?about=true', 50_000], ['/node.do?about=true', 200_000]] as const) // biome-ignore format: short
      assert.match(await send(target, bytes), /^HTTP\/1\.1 431 .*the request's headers are larger than 49152 bytes/s);
    assert.match(
      await send(`/review.do?get=1&x=${'a'.repeat(200_000)}`, 100),
      /^HTTP\/1\.1 414 .*at most 131072 are read/s,
    );
    const beyond = /the request line and the headers together are larger than 262144 bytes/;
    const tooLong = await send(`/review.do?get=1&x=${'a'.repeat(300_000)}`, 100);
    assert.match(tooLong, /^HTTP\/1\.1 414 /);
    assert.match(tooLong, beyond);
    assert.match(await send('/node.do?about=true', 300_000), beyond);
  });

  for (const query of ['suggest=%ff', `suggest=${'a'.repeat(17_000)}`, 'callback[]=g&suggest=a']) {
    test(`a callback wraps the refusal of ${query.slice(0, 30)}`, async () => {
      const answer = await get(`/node.do?${query}&callback=f`);
      assert.equal(answer.status, 200);
      assert.match(await answer.text(), /^\/\*\*\/f\(\{"version":2,"status":4\d\d,/);
    });
  }

  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'QUERY']) {
    test(`${method} is refused`, async () => {
      const response = await get('/node.do?tree=1', { method, ...(method === 'POST' ? { body: 'tree=1' } : {}) });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), 'GET, HEAD');
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      assert.equal((await response.json()).status, 405);
    });
  }

  test('a preflight is answered, and any origin may read', async () => {
    const headers = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
    const response = await get('/node.do?tree=1', { method: 'OPTIONS', headers });
    assert.equal(response.status, 204);
    assert.notEqual(response.headers.get('connection'), 'close');
    const allowed = response.headers.get('access-control-allow-headers')?.split(', ');
    assert.deepEqual(allowed, ['Authorization', 'If-Match', 'If-None-Match', 'If-Range', 'Range']);
    assert.equal((await get('/node.do?tree=1')).headers.get('access-control-allow-origin'), '*');
  });

  test('a query of 16 KiB is read, and one byte more is refused', async () => {
    const rest = 16 * 1024 - 'tree=2&img='.length;
    assert.equal((await get(`/node.do?tree=2&img=${'x'.repeat(rest)}`)).status, 200);
    assert.equal((await get(`/node.do?tree=2&img=${'x'.repeat(rest + 1)}`)).status, 414);
  });

  test('broken escapes and invalid UTF-8 are refused, and a plus is a space', async () => {
    for (const value of ['%', '%zz', '%ff', '%c3%28', '%ed%a0%80']) {
      assert.equal((await get(`/node.do?suggest=${value}`)).status, 400, value);
    }
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

  test('a request without Host is refused, and an unknown expectation is ignored', async () => {
    assert.match(
      await raw('GET /node.do?about=1 HTTP/1.1\r\nconnection: close\r\n\r\n'),
      /^HTTP\/1\.1 400 [\s\S]*nosniff[\s\S]*"status":400/,
    );
    assert.match(
      await raw('GET /node.do?about=1 HTTP/1.1\r\nhost: x\r\nexpect: zz\r\nconnection: close\r\n\r\n'),
      /^HTTP\/1\.1 200 /,
    );
  });

  test('unknown paths get 404 in an envelope', async () => {
    for (const path of [
      '/x',
      '/press/node.do?tree=1',
      '/node.do/',
      '/NODE.DO?tree=1',
      '/%zz',
      '/icons/../package.json',
      '/icons/none.svg',
    ]) {
      const response = await get(path);
      assert.equal(response.status, 404, path);
      assert.equal((await response.json()).status, 404);
    }
  });

  test('/health and /ready answer', async () => {
    assert.equal((await (await get('/health')).json()).status, 'ok');
    assert.equal((await get('/ready')).status, 200);
  });

  test('icons come from the bundle or from the service', async () => {
    assert.match(await (await get('/icons/web.svg')).text(), /circle/);
    const shipped = await get('/icons/original.svg');
    assert.equal(shipped.headers.get('content-type'), 'image/svg+xml');
    await shipped.text();
  });

  test('the page’s policy allows only scripts of the service', async () => {
    const policy = (await get('/')).headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self'/);
    assert.ok(!policy.includes('unsafe-inline') && !policy.includes("'unsafe-eval'"));
  });

  test('tokens are never logged', async () => {
    await (await get('/node.do?tree=2&token=s3cr3t-one')).text();
    await (await get('/node.do?tree=2&%74oken=s3cr3t-two&to%6ben=s3cr3t-three')).text();
    await (await get('/node.do?tree=2', { headers: { authorization: 'Bearer s3cr3t-four' } })).text();
    const log = app.log.join('');
    assert.match(log, /tree=2&token=-/);
    assert.ok(!log.includes('s3cr3t'), log);
  });

  test('64 concurrent callers of a new picture get the same picture', async () => {
    const answers = await Promise.all(Array.from({ length: 64 }, () => get('/asset.do?preview=1008')));
    const bodies = await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    assert.equal(new Set(bodies.map((body) => Buffer.from(body).toString('base64'))).size, 1);
  });
});

test('only configured origins may read, and Vary names Origin', async () => {
  await using app = await startApp({ ABS_CORS_ORIGINS: 'https://shop.example,https://press.example' });
  const from = async (origin: string) => (await fetch(`${app.url}/node.do?tree=1`, { headers: { origin } })).headers;
  assert.equal((await from('https://press.example')).get('access-control-allow-origin'), 'https://press.example');
  assert.equal((await from('https://evil.example')).get('access-control-allow-origin'), null);
  assert.equal((await from('https://evil.example')).get('vary'), 'Accept-Encoding, Origin');
});

test('every icon of a format is below its own base address, with a token or without', async () => {
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
  assert.equal(ofPress.headers.get('access-control-allow-origin'), 'https://press.example');
  // The icon of a format that an endpoint doesn't have.
  assert.equal((await fetch(`${app.url}/staff/icons/web.svg`)).status, 404);
  for (const path of ['/other/icons/original.svg', '/press/press/icons/original.svg', '/press/icons/none.svg'])
    assert.equal((await fetch(app.url + path)).status, 404, path);
});

test('a format without permission for direct download has the login address', async () => {
  await using app = await startApp({ ABS_DOWNLOAD_LOGIN_URL: 'https://login.example/' });
  const info = await (await fetch(`${app.url}/asset.do?downloadformats_for=1007`)).json();
  assert.equal(info.data.formats[0].url, 'https://login.example/');
  const refusal = await fetch(`${app.url}/asset.do?download=1007`);
  assert.equal(refusal.status, 403);
  assert.deepEqual((await refusal.json()).data, { url: 'https://login.example/' });
});

test('another service user sees what its groups may view', async () => {
  await using app = await startApp({ ABS_SERVICE_USER: '2' });
  assert.equal((await fetch(`${app.url}/asset.do?details=1005`)).status, 200);
  assert.equal((await fetch(`${app.url}/asset.do?details=1007`)).status, 404);
});

test('a refusal outside the endpoints is wrapped by the callback, and any origin may read it', async () => {
  await using app = await startApp();
  const unknown = await fetch(`${app.url}/nope.do?callback=take`, { headers: { origin: 'https://shop.example' } });
  assert.equal(unknown.status, 200);
  assert.match(await unknown.text(), /^\/\*\*\/take\(\{"version":2,"status":404,"data":null,/);
  assert.equal(unknown.headers.get('access-control-allow-origin'), '*');
});

test('the callback wraps a refused range like any other failure', async () => {
  await using app = await startApp();
  const headers = { range: 'bytes=99999999-' };
  const plain = await fetch(`${app.url}/asset.do?download=1003`, { headers });
  assert.equal(plain.status, 416);
  assert.equal(plain.headers.get('content-range'), 'bytes */35');
  assert.match(await plain.text(), /"code":"range_not_satisfiable"\}$/);
  const called = await fetch(`${app.url}/asset.do?download=1003&callback=take`, { headers });
  assert.equal(called.status, 200);
  assert.match(await called.text(), /^\/\*\*\/take\(\{"version":2,"status":416,/);
  // An invalid callback is the reason for refusing such a request.
  const malformed = await fetch(`${app.url}/asset.do?download=1003&callback=1`, { headers });
  assert.equal(malformed.status, 400);
  assert.match(await malformed.text(), /"message":"callback: /);
});
