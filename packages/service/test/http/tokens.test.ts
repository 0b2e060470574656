/** Tokens over real sockets: where they may be, what they open, and that answers for one user never reach another. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { type RunningApp, startApp } from '../support/app.ts';
import { completeLines } from '../support/complete-lines.ts';
import { type Peer, sendJson, startPeer } from '../support/http-peer.ts';
import { issue, SECRET } from '../support/issuer.ts';
import { NOW } from '../support/sample.ts';
import { SOUND, sampleWithSound } from '../support/sample-with-sound.ts';

const PUBLIC = 's3cr3t-public';
const ADA = 's3cr3t-ada';
const TOKENS = [
  { token: PUBLIC, user: 1 },
  { token: ADA, user: 2 },
  { token: 's3cr3t-of nobody', user: 99 },
];
const STATIC = {
  ABS_TOKEN_VERIFIER: 'static',
  ABS_TOKEN_TOKENS: JSON.stringify(TOKENS),
  ABS_TOKEN_FAILURES_PER_MINUTE: 0,
};
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

interface Envelope {
  readonly status: number;
  readonly data: unknown;
  readonly message?: string;
}

describe('a base address that requires tokens', () => {
  let app: RunningApp;
  let peer: Peer;
  before(async () => {
    using sample = sampleWithSound();
    peer = await startPeer((_body, response) => sendJson(response, { active: true, sub: '2' }));
    const endpoints = {
      open: { token: { verifier: 'none' } },
      shop: { cors: { origins: ['https://shop.example'] } },
      limited: { token: { failuresPerMinute: 2 } },
      claims: { token: { verifier: 'jwt', jwt: { secret: SECRET } } },
      asked: { token: { verifier: 'introspection', introspection: { url: peer.url } } },
    };
    const settings = { ABS_ENDPOINTS: JSON.stringify(endpoints), ABS_TRUST_PROXY: '127.0.0.0/8' };
    app = await startApp({ ...STATIC, ...settings }, sample.directory);
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    await peer.close();
  });
  const get = (path: string, init?: RequestInit) => fetch(app.url + path, init);
  const read = async (path: string, init?: RequestInit) => (await (await get(path, init)).json()) as Envelope;

  test('every endpoint needs a token; the page, icons, health checks and preflights do not', async () => {
    for (const path of ['/node.do?about=true', '/asset.do?thumb=1000', '/pin.do?create=1', '/review.do?get=1']) {
      const response = await get(path);
      assert.deepEqual([response.status, response.headers.get('www-authenticate')], [401, 'Bearer']);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.match(((await response.json()) as Envelope).message ?? '', /^a token is needed, in the header/);
    }
    for (const path of ['/', '/health', '/ready', '/icons/original.svg'])
      assert.equal((await get(path)).status, 200, path);
    const headers = { origin: 'https://a.example', 'access-control-request-method': 'GET' };
    assert.equal((await get('/node.do?about=true', { method: 'OPTIONS', headers })).status, 204);
  });

  test('a token in the header or in the address acts as its user, and the header takes precedence', async () => {
    const userOf = async (path: string, init?: RequestInit) => {
      const { data, status } = await read(path, init);
      return status === 200 ? (data as { userId: number }).userId : status;
    };
    assert.equal(await userOf('/node.do?about=true', bearer(ADA)), 2);
    assert.equal(await userOf('/node.do?about=true', { headers: { authorization: `bearer   ${PUBLIC}` } }), 1);
    assert.equal(await userOf(`/node.do?about=true&token=${ADA}`), 2);
    assert.equal(await userOf(`/node.do?about=true&token=${ADA}`, bearer(PUBLIC)), 1);
    assert.equal(await userOf(`/node.do?about=true&token=${ADA}`, bearer('wrong')), 401);
    assert.equal(await userOf(`/node.do?about=true&token=${ADA}`, { headers: { authorization: 'Bearer' } }), 401);
    // From a server in front that requires a password.
    assert.equal(await userOf(`/node.do?about=true&token=${ADA}`, { headers: { authorization: 'Basic YTpi' } }), 2);
  });

  test('other headers are refused', async () => {
    const headers = [
      ...['Bearer', 'Bearer ', ADA, `Bearer ${ADA} ${ADA}`, `Bearer ${ADA},`, `Token ${ADA}`, 'Bearer ä', ''],
    ];
    for (const authorization of headers) {
      const response = await get('/node.do?about=true', { headers: { authorization } });
      assert.equal(response.status, 401);
      assert.equal(response.headers.get('www-authenticate'), 'Bearer error="invalid_token"', authorization);
      assert.doesNotMatch(await response.text(), /s3cr3t/);
    }
  });

  test('two headers are refused, even if each is valid', async () => {
    for (const first of [`Bearer ${ADA}`, 'Basic YTpi']) {
      const headers = ['Host', 'x', 'Authorization', first, 'Authorization', `Bearer ${ADA}`];
      const asked = request(`${app.url}/node.do?about=true`, { headers }).end();
      const [response] = await once(asked, 'response');
      const { status, message } = (await json(response)) as Envelope;
      assert.deepEqual([status, message], [401, 'authorization: the header is given more than once']);
    }
  });

  const long = 'x'.repeat(8193);
  const PARAMETERS: Readonly<Record<string, readonly [status: number, message: RegExp]>> = {
    'token=': [401, /^a token is needed/],
    'token=wrong': [401, /^the token is not valid/],
    'token=%00': [401, /^the token is not valid/],
    [`token=${ADA}&token=${ADA}`]: [400, /^token: is given more than once/],
    [`token=${ADA}&to%6ben=`]: [400, /^token: is given more than once/],
    [`token[]=${ADA}`]: [400, /^token\[\]: token takes one value/],
    [`token=${ADA}%`]: [400, /^token: the value is not percent-encoded/],
    [`token[]=${ADA}%`]: [400, /^token\[\]: the value is not percent-encoded/],
    [`token=${long.slice(1)}`]: [401, /^the token is not valid/],
    [`token=${long}`]: [400, /^token: has 8193 characters; at most 8192 are read$/],
    'tokens=good': [401, /^a token is needed/],
  };
  test('a wrong parameter is refused, and so is too long a header', async () => {
    for (const [query, [status, message]] of Object.entries(PARAMETERS)) {
      const refusal = await read(`/node.do?about=true&${query}`);
      assert.equal(refusal.status, status, query);
      assert.match(refusal.message ?? '', message);
      assert.doesNotMatch(refusal.message ?? '', /s3cr3t/);
    }
    assert.match((await read('/node.do?about=true', bearer(long.slice(1)))).message ?? '', /^the token is not valid/);
    assert.match((await read('/node.do?about=true', bearer(long))).message ?? '', /longer than 8192 characters$/);
  });

  test('a callback wraps the refusal', async () => {
    const response = await get('/node.do?about=true&callback=f');
    assert.deepEqual([response.status, response.headers.get('www-authenticate')], [200, 'Bearer']);
    assert.match(await response.text(), /^\/\*\*\/f\(\{"version":2,"status":401,"data":null,"message":/);
  });

  test('each user sees only what it may view, whoever requested the same address before', async () => {
    const paths = ['/asset.do?thumb=1005', '/asset.do?details=1005', '/asset.do?preview=1005'];
    for (let round = 0; round < 2; round += 1) {
      for (const path of paths) {
        assert.equal((await get(path, bearer(ADA))).status, 200, path);
        assert.equal((await get(path, bearer(PUBLIC))).status, 404, path);
        assert.equal((await get(`${path}&token=${ADA}`)).status, 200, path);
        assert.equal((await get(`${path}&token=${PUBLIC}`)).status, 404, path);
        assert.equal((await get(path)).status, 401, path);
      }
      const found = async (token: string) =>
        ((await read('/node.do?search=&sort_order=id', bearer(token))).data as { id: number }[]).map(({ id }) => id);
      assert.equal((await found(ADA)).includes(1005), true);
      assert.equal((await found(ADA)).includes(1007), false);
      assert.equal((await found(PUBLIC)).includes(1005), false);
      assert.equal((await found(PUBLIC)).includes(1007), true);
    }
  });

  test('an ETag of another user’s answer gives no access', async () => {
    const etag = (await get('/asset.do?thumb=1005', bearer(ADA))).headers.get('etag') ?? '';
    const again = (token: string) =>
      get('/asset.do?thumb=1005', { headers: { authorization: `Bearer ${token}`, 'if-none-match': etag } });
    assert.equal((await again(ADA)).status, 304);
    assert.equal((await again(PUBLIC)).status, 404);
    assert.equal((await again('wrong')).status, 401);
  });

  test('a base address without verifier is public and ignores tokens', async () => {
    for (const path of ['/open/node.do?about=true', `/open/node.do?about=true&token=${ADA}`]) {
      const response = await get(path);
      assert.equal(response.status, 200);
      assert.match(response.headers.get('cache-control') ?? '', /^public/);
      assert.doesNotMatch(response.headers.get('vary') ?? '', /Authorization/);
      assert.equal(((await response.json()) as { data: { userId: number } }).data.userId, 1);
    }
    assert.equal((await get('/open/asset.do?thumb=1005', bearer(ADA))).status, 404);
    // As a parameter it is refused like any other that is given twice.
    assert.equal((await get('/open/node.do?about=true&token=a&token=b')).status, 400);
  });

  test('a player whose address has a token passes it on to what it loads, and any other does not', async () => {
    const page = async (path: string, init?: RequestInit) => (await get(path, init)).text();
    const withToken = await page(`/asset.do?play=${SOUND}&token=${ADA}`);
    const [, stream = ''] = /data-stream="([^"]+)"/.exec(withToken) ?? [];
    assert.equal((await get(`/${stream.replaceAll('&#38;', '&')}`)).status, 200);
    assert.doesNotMatch(await page(`/asset.do?play=${SOUND}`, bearer(ADA)), /token|s3cr3t/);
    assert.doesNotMatch(await page(`/open/asset.do?play=${SOUND}&token=${ADA}`), /s3cr3t/);
  });

  test('too many refused tokens of a client address, behind trusted proxies too, get 429', async () => {
    const ask = (token: string, forwarded: string) =>
      fetch(`${app.url}/limited/node.do?about=true`, {
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': forwarded },
      });
    // One caller has a whole /64 of addresses, and may put any entries before them.
    assert.equal((await ask('a', '2001:db8::1')).status, 401);
    assert.equal((await ask('b', '192.0.2.1, 2001:db8::2')).status, 401);
    const limited = await ask(ADA, '192.0.2.2, 2001:db8::ffff:3');
    assert.equal(limited.status, 429);
    const wait = Number(limited.headers.get('retry-after'));
    assert.ok(wait > 0 && wait <= 30, `${wait} s`);
    assert.equal(limited.headers.get('cache-control'), 'no-store');
    assert.equal(((await limited.json()) as Envelope).status, 429);
    assert.equal((await ask(ADA, '2001:db8:0:1::1')).status, 200);
    // Cached as valid by now.
    assert.equal((await ask(ADA, '2001:db8::1')).status, 200);
  });

  test('claims of a token name the user and groups, and unknown groups give no rights', async () => {
    const seconds = NOW / 1000;
    const statusOf = async (claims: Record<string, unknown>, asset: number) => {
      const token = issue({ alg: 'HS256' }, { exp: seconds + 60, ...claims }, SECRET);
      return (await fetch(`${app.url}/claims/asset.do?details=${asset}`, bearer(token))).status;
    };
    // 1005 is for group 2, 1007 for group 1, and 1008 for all.
    for (const [groups, ...expected] of [
      [undefined, 200, 404, 200],
      [[1], 404, 200, 200],
      [['1', 2, 77], 200, 200, 200],
      [[77, 'staff'], 404, 404, 200],
    ] as const)
      for (const [place, asset] of [1005, 1007, 1008].entries())
        assert.equal(await statusOf({ sub: '2', groups }, asset), expected[place], `${groups} ${asset}`);
    assert.equal(await statusOf({ sub: '99', groups: [1, 2] }, 1008), 401);
    assert.equal(await statusOf({ sub: '2', exp: seconds - 31 }, 1008), 401);
    assert.equal(await statusOf({ sub: '2', nbf: seconds + 31 }, 1008), 401);
  });

  test('tokens are refused with 503 and Retry-After while they cannot be verified', async () => {
    assert.equal((await fetch(`${app.url}/asked/node.do?about=true`, bearer(ADA))).status, 200);
    await peer.close();
    // The result of a moment ago is cached.
    assert.equal((await fetch(`${app.url}/asked/node.do?about=true`, bearer(ADA))).status, 200);
    for (let n = 0; n < 3; n += 1) {
      const response = await fetch(`${app.url}/asked/node.do?about=true`, bearer(`${PUBLIC} ${n}`.replace(' ', '-')));
      assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5']);
      assert.match(((await response.json()) as Envelope).message ?? '', /^tokens cannot be verified at the moment/);
    }
    const log = app.log.join('');
    assert.match(log, /tokens cannot be verified/);
    assert.doesNotMatch(log, /s3cr3t/);
  });

  test('neither log nor audit log contains a token, and the audit log records failures and flushes', async () => {
    await read('/node.do?about=true&flush=true', bearer(ADA));
    await read(`/node.do?about=true&token=s3cr3t-one`);
    await read('/node.do?about=true', bearer('s3cr3t-two'));
    await read(`/node.do?about=true&to%6Ben%5B%5d=s3cr3t-three&Token=s3cr3t-four`);
    assert.equal((await read('/node.do?about=true&token=s3cr3t-of+nobody')).status, 401);
    const lines = () => completeLines(join(app.data, 'audit.log'));
    const isWritten = () => ['unknown user', 'cache_flushed'].every((each) => lines().join().includes(each));
    await until(isWritten);
    const entries = lines().map((line) => JSON.parse(line));
    const of = (event: string) => entries.filter((entry) => entry.event === event);
    const flushes = of('cache_flushed').map(({ user, address }) => [user, address]);
    assert.deepEqual(flushes, [[2, '127.0.0.1']]);
    assert.ok(of('sign_in_failed').some(({ user, reason }) => user === 99 && reason === 'unknown user'));
    assert.doesNotMatch(lines().join() + app.log.join(), /s3cr3t/);
  });
});
