import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import type { Request } from '../../src/http/answer.ts';
import { openFailures } from '../../src/http/failure.ts';
import { Readiness } from '../../src/http/readiness.ts';
import { openSite } from '../../src/http/site.ts';

const REQUEST: Request = {
  id: '1',
  method: 'GET',
  address: '127.0.0.1',
  origin: undefined,
  prefix: '',
  path: '/node.do',
  query: '',
  headers: {},
  signal: new AbortController().signal,
  onEnd: () => {},
};

/** A site with one endpoint, over a store whose lag the test sets. */
function openNode() {
  const node = { lag: Number.POSITIVE_INFINITY, free: 2 ** 30 };
  const lines: string[] = [];
  const store = { lag: () => node.lag, failure: () => new Error('the database refuses the login') };
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const readiness = new Readiness(store, {
    maxLag: 1000,
    log,
    diskRoom: async () => ({ free: node.free, reserve: 2 ** 20 }),
  });
  const handle = openSite({
    dispatch: async ({ path }) =>
      path === '/node.do' ? { status: 200, headers: { 'cache-control': 'public, s-maxage=3600' } } : undefined,
    cors: () => ({}),
    notices: { page: (status) => ({ status, headers: {} }) },
    signInPaths: async () => undefined,
    pageHeaders: {},
    leadToSignIn: async () => undefined,
    documents: async () => undefined,
    documentation: async () => undefined,
    elements: async () => undefined,
    browserPages: async () => undefined,
    icon: async () => undefined,
    metrics: async () => ({ text: 'abs_requests_total 1', mediaType: 'text/plain' }),
    pins: async () => undefined,
    health: async () => ({}),
    readiness,
    asApiError: openFailures(pino({ level: 'silent' })),
  });
  const get = async (path: string) => {
    const { status, headers, body } = await handle({ ...REQUEST, path });
    return { status, headers, body: typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : undefined };
  };
  return { node, readiness, get, lines };
}

test('a node is ready while the store confirms in time that it has every commit, and heals', async () => {
  const { node, get, lines } = openNode();
  const starting = await get('/ready');
  assert.deepEqual([starting.status, starting.body.status], [503, 'stale']);
  assert.match(starting.body.message, /since the start/);
  node.lag = 1000;
  const ready = await get('/ready');
  assert.deepEqual([ready.status, ready.body], [200, { status: 'ready' }]);
  node.free = 2 ** 20 - 1;
  const full = await get('/ready');
  // Everything but conversions is still answered.
  assert.deepEqual([full.status, full.body.status], [200, 'full']);
  assert.match(full.body.message, /^the disk of the data folder has 0 MiB free; 1 MiB /);
  node.lag = 1001;
  const stale = await get('/ready');
  assert.deepEqual([stale.status, stale.headers['retry-after']], [503, '1']);
  assert.match(stale.body.message, /for 1001 ms .*; 1000 ms are allowed/);
  assert.equal((await get('/health')).status, 200);
  node.lag = 0;
  assert.equal((await get('/ready')).status, 200);
  assert.equal(lines.length, 1, 'one entry in a minute');
  assert.match(lines[0] ?? '', /not ready: the catalogue is stale/);
  assert.match(lines[0] ?? '', /the database refuses the login/);
});

test('a draining node is not ready but answers, and a stopping one answers only those that watch it', async () => {
  const { node, readiness, get } = openNode();
  node.lag = 0;
  readiness.drain();
  assert.deepEqual([(await get('/ready')).status, (await get('/ready')).body.status], [503, 'draining']);
  assert.equal((await get('/node.do')).status, 200);
  readiness.stop();
  readiness.drain();
  assert.equal((await get('/ready')).body.status, 'stopping');
  assert.equal((await get('/node.do')).status, 503);
  for (const path of ['/health', '/metrics']) assert.equal((await get(path)).status, 200);
});
