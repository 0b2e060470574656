import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newRequestCounts, openRateLimit } from '../../src/coordination/rate-limit.ts';
import { newSharedCounts, openSharedCounts } from '../../src/coordination/shared-counts.ts';
import { tokenOrNone } from '../../src/http/bearer.ts';
import { type Folder, sampleFolder, serve } from '../app/service.ts';
import { startApp } from '../support/app.ts';

const PATH = '/node.do';
const LIMITS = { seconds: 10, perAddress: 3, perToken: 0 };

test('an address may ask so often within a window, and again in the next one', () => {
  const clock = { now: 1_000_000_000_000 };
  const limit = openRateLimit(
    () => ({ name: '', limits: LIMITS }),
    newRequestCounts(),
    () => clock.now,
  );
  const take = (address: string) => limit.take(PATH, address, () => undefined);
  assert.deepEqual(
    [1, 2, 3, 4].map(() => take('192.0.2.1')),
    [0, 0, 0, 10],
  );
  clock.now += 7500;
  assert.equal(take('192.0.2.1'), 3);
  assert.equal(take('192.0.2.2'), 0, 'somebody else');
  clock.now += 2500;
  assert.equal(take('192.0.2.1'), 0);
});

test('an IPv6 caller has one limit for all his addresses', () => {
  const limit = openRateLimit(
    () => ({ name: '', limits: LIMITS }),
    newRequestCounts(),
    () => 0,
  );
  const took = [1, 2, 3, 4].map((n) => limit.take(PATH, `2001:db8:0:1::${n}`, () => undefined));
  assert.deepEqual(
    took.map((wait) => (wait ?? 0) > 0),
    [false, false, false, true],
  );
  assert.equal(
    limit.take(PATH, '2001:db8:0:2::1', () => undefined),
    0,
  );
});

test('a token is counted from all addresses; an address with all its tokens', () => {
  const limit = openRateLimit(
    () => ({ name: '', limits: { seconds: 10, perAddress: 4, perToken: 2 } }),
    newRequestCounts(),
    () => 0,
  );
  assert.deepEqual(
    ['1', '2', '3'].map((n) => limit.take(PATH, `192.0.2.${n}`, () => 'one') === 0),
    [true, true, false],
  );
  assert.deepEqual(
    ['a', 'b', 'c', 'd', 'e'].map((token) => limit.take(PATH, '192.0.2.9', () => token) === 0),
    [true, true, true, true, false],
  );
});

test('an address that is over counts for no token, and its token is not looked for', () => {
  const limit = openRateLimit(
    () => ({ name: '', limits: { seconds: 10, perAddress: 1, perToken: 2 } }),
    newRequestCounts(),
    () => 0,
  );
  assert.equal(
    limit.take(PATH, '192.0.2.1', () => 'one'),
    0,
  );
  for (let n = 0; n < 5; n++) assert.equal(limit.take(PATH, '192.0.2.1', assert.fail), 10);
  assert.equal(
    limit.take(PATH, '192.0.2.2', () => 'one'),
    0,
  );
});

test('one token is one however it is written, and what is for others or none is none', () => {
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

test('without limits nothing is counted', () => {
  const limit = openRateLimit(
    () => ({ name: '', limits: { seconds: 10, perAddress: 0, perToken: 0 } }),
    newRequestCounts(),
  );
  for (let n = 0; n < 5; n++) assert.equal(limit.take(PATH, '192.0.2.1', assert.fail), 0);
});

test('an endpoint may have limits of its own, which are counted apart', async () => {
  const endpoints = { shop: { rateLimit: { perAddress: 3 } }, press: {} };
  await using app = await startApp({ ABS_RATE_LIMIT_PER_ADDRESS: '2', ABS_ENDPOINTS: JSON.stringify(endpoints) });
  const statuses = async (path: string, count: number) => {
    const all: number[] = [];
    for (let n = 0; n < count; n++) all.push((await fetch(`${app.url}${path}/node.do?about=true`)).status);
    return all;
  };
  assert.deepEqual(await statuses('/shop', 4), [200, 200, 200, 429]);
  assert.deepEqual([...(await statuses('', 1)), ...(await statuses('/press', 2))], [200, 200, 429]);
});

test('many callers at once are hardly ever counted with others', () => {
  const counts = openSharedCounts(newSharedCounts());
  let wrong = 0;
  for (let i = 0; i < 10_000; i++) wrong += counts.add(`caller ${i}`, 7) > 1 ? 1 : 0;
  assert.ok(wrong < 50, `${wrong} of 10,000`);
  assert.equal(counts.add('caller 1', 8), 1, 'another window');
});

test('the limit holds over all threads and connections, and tells when to come back', async () => {
  using folder = await sampleFolder();
  const hour = () => Math.floor(Date.now() / 3_600_000);
  const began = hour();
  // Another process has a clock of its own; an hour that ends in the middle is followed by one that doesn't.
  await limitOverThreads(folder).catch(async (error) => {
    if (hour() === began) throw error;
    await limitOverThreads(folder);
  });
});

async function limitOverThreads(folder: Folder): Promise<void> {
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
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array(30).fill(200), ...Array(10).fill(429)],
  );
  const last = answers[39];
  assert.ok(last && last.wait > 0 && last.wait <= 3600);
  assert.equal(last.body.data, null);
}

test('behind a trusted proxy each caller has his own limit', async () => {
  await using app = await startApp({ ABS_RATE_LIMIT_PER_ADDRESS: '2', ABS_TRUST_PROXY: '127.0.0.1' });
  const ask = async (address: string) =>
    (await fetch(`${app.url}/node.do?tree=1`, { headers: { 'x-forwarded-for': address } })).status;
  const told = [];
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']) told.push(await ask(address));
  assert.deepEqual(told, [200, 200, 429, 200]);
});
