import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../src/config/load.ts';
import { newRateCounts, openMemoryRateLimiter } from '../../src/coordination/memory-rate-limiter.ts';
import type { RateLimiter } from '../../src/coordination/rate-limiter.ts';
import { tokenOrNone } from '../../src/http/bearer.ts';
import { openRequestLimit } from '../../src/http/request-limit.ts';
import { openServer } from '../../src/http/server.ts';
import { sampleFolder, serve } from '../app/breakable-service.ts';
import { startApp } from '../support/app.ts';
import { BARE_SERVER } from '../support/bare-server.ts';

/** Opens a limiter whose clock stands still. */
const openInMemory = (): RateLimiter => openMemoryRateLimiter(newRateCounts(), () => 0n);

const PATH = '/node.do';

function limitOf({ seconds = 10, perAddress = 0, perToken = 0 }, open: () => RateLimiter = openInMemory) {
  const environment = {
    ABS_RATE_LIMIT_SECONDS: String(seconds),
    ABS_RATE_LIMIT_PER_ADDRESS: String(perAddress),
    ABS_RATE_LIMIT_PER_TOKEN: String(perToken),
  };
  return openRequestLimit(loadConfig({ environment }), { addresses: open(), tokens: open() });
}

/** Opens a limiter that answers asynchronously, as one across a network does. */
function openRemote(): RateLimiter {
  const { take, refund } = openInMemory();
  return { take: async (...limit) => await take(...limit), refund: async (...unit) => await refund(...unit) };
}

for (const [name, open] of Object.entries({ 'in memory': openInMemory, 'across a network': openRemote })) {
  test(`a token is counted over all addresses, and an address over all its tokens (${name})`, async () => {
    const limit = limitOf({ perAddress: 4, perToken: 2 }, open);
    const isAllowed = async (address: string, token: string) => (await limit?.take(PATH, address, () => token)) === 0;
    for (const n of [1, 2, 3]) assert.equal(await isAllowed(`192.0.2.${n}`, 'one'), n <= 2);
    for (const n of [1, 2, 3, 4, 5]) assert.equal(await isAllowed('192.0.2.9', `token ${n}`), n <= 4);
  });

  test(`a request of an address over its limit does not count for the token, which is not read (${name})`, async () => {
    const limit = limitOf({ perAddress: 1, perToken: 2 }, open);
    assert.equal(await limit?.take(PATH, '192.0.2.1', () => 'one'), 0);
    for (let n = 0; n < 5; n++) assert.equal(await limit?.take(PATH, '192.0.2.1', assert.fail), 10);
    assert.equal(await limit?.take(PATH, '192.0.2.2', () => 'one'), 0);
  });

  test(`a request that its token's limit refuses does not count for the address (${name})`, async () => {
    const limit = limitOf({ perAddress: 3, perToken: 1 }, open);
    const take = async (token: string) => await limit?.take(PATH, '192.0.2.1', () => token);
    assert.equal(await take('one'), 0);
    for (let n = 0; n < 5; n++) assert.equal(await take('one'), 10);
    assert.deepEqual([await take('two'), await take('three'), await take('four')], [0, 0, 4]);
  });
}

test('requests are answered while the limiter is unreachable', async () => {
  const unreachable = async () => {
    throw new Error('no connection');
  };
  const limit = limitOf({ perAddress: 1 }, () => ({ take: unreachable, peek: unreachable, refund: unreachable }));
  const handle = async () => ({ status: 200, headers: {}, body: 'done' });
  await using server = await openServer({ ...BARE_SERVER, handle, rateLimit: limit });
  for (let n = 0; n < 3; n++) assert.equal((await fetch(`http://127.0.0.1:${server.port}${PATH}`)).status, 200);
});

test('a request over the limit gets 429 and the time to wait', async () => {
  const handle = async () => ({ status: 200, headers: {}, body: 'done' });
  await using server = await openServer({ ...BARE_SERVER, handle, rateLimit: limitOf({ perAddress: 1 }, openRemote) });
  for (const [status, wait] of [
    [200, null],
    [429, '10'],
  ] as const) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${PATH}`);
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [status, wait]);
  }
});

test('one token has one key however it is written, and texts that are no tokens have none', () => {
  const of = (authorization: string | undefined, query = '') =>
    tokenOrNone({ headers: authorization === undefined ? {} : { authorization } }, query);
  for (const header of ['Bearer abc', 'Bearer  abc', 'BEARER abc']) assert.equal(of(header), 'abc', header);
  for (const query of ['token=abc', 'tree=1&token=a%62c', 'tok%65n=abc'])
    assert.equal(of(undefined, query), 'abc', query);
  assert.equal(of('Basic YTpi'), undefined);
  assert.equal(of('Basic YTpi', 'token=abc'), 'abc');
  for (const query of ['token=a&token=b', 'token=%', 'token=%ff', `token=${'x'.repeat(20_000)}`, 'token[]=a', ''])
    assert.equal(of(undefined, query), undefined, query.slice(0, 20));
});

test('each caller behind a trusted proxy has a limit, and an endpoint may have limits and counts of its own', async () => {
  const endpoints = { shop: { rateLimit: { perAddress: 3 } }, press: {} };
  await using app = await startApp({
    ABS_RATE_LIMIT_PER_ADDRESS: '2',
    ABS_RATE_LIMIT_SECONDS: '3600',
    ABS_TRUST_PROXY: '127.0.0.1',
    ABS_ENDPOINTS: JSON.stringify(endpoints),
  });
  const statuses = async (path: string, count: number, address = '2001:db8::1') => {
    const headers = { 'x-forwarded-for': address };
    const all: number[] = [];
    for (let n = 0; n < count; n++) all.push((await fetch(`${app.url}${path}/node.do?about=true`, { headers })).status);
    return all;
  };
  assert.deepEqual(await statuses('/shop', 4), [200, 200, 200, 429]);
  assert.deepEqual([...(await statuses('', 1)), ...(await statuses('/press', 2))], [200, 200, 429]);
  // A caller has a whole /64 of addresses.
  const others = [...(await statuses('', 1, '2001:db8::2')), ...(await statuses('', 1, '2001:db8:0:1::'))];
  assert.deepEqual(others, [429, 200]);
});

test('all threads and connections share the limit, and a 429 has Retry-After', async () => {
  using folder = await sampleFolder();
  await using service = await serve(folder, {
    ABS_THREADS: '2',
    ABS_RATE_LIMIT_PER_ADDRESS: '30',
    ABS_RATE_LIMIT_SECONDS: '3600',
  });
  const ask = async (i: number) => {
    const answer = await fetch(`${service.url}/node.do?search=${i % 2}`, { headers: { connection: 'close' } });
    return { status: answer.status, wait: Number(answer.headers.get('retry-after')), body: await answer.json() };
  };
  const answers = [];
  for (let i = 0; i < 40; i++) answers.push(await ask(i));
  const codes = answers.map(({ status }) => status);
  assert.deepEqual(codes, [...Array(30).fill(200), ...Array(10).fill(429)]);
  const last = answers[39];
  assert.ok(last && last.wait > 0 && last.wait <= 3600);
  assert.equal(last.body.data, null);
});
