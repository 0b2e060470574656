/** What callers see of a thread with more requests than it can answer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Admission, openAdmission } from '../../src/http/overload/admission.ts';
import { openServer } from '../../src/http/server.ts';
import { startApp } from '../support/app.ts';
import { BARE_SERVER, callRaw, statusesIn } from '../support/bare-server.ts';
import { until } from '../support/until.ts';

/** A server whose thread starts one request, and no other before `go`. `cached` are addresses that need no work. */
async function openBusyServer({ stallSeconds = 600 } = {}) {
  const go = Promise.withResolvers<void>();
  const begun: string[] = [];
  const cached = new Set<string>();
  const admission = openAdmission(100, { nextTurn: () => go.promise });
  const server = await openServer({
    ...BARE_SERVER,
    stallSeconds,
    admission,
    cached: ({ target }) =>
      cached.has(target) ? { status: 200, headers: { 'content-length': '6' }, body: Buffer.from('cached') } : undefined,
    handle: async ({ path }) => {
      begun.push(path);
      return { status: 200, headers: {}, body: path };
    },
  });
  return { ...server, admission, cached, begun, go: go.resolve, [Symbol.asyncDispose]: () => server.close(0) };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const bodiesIn = (received: string) => [...received.matchAll(/\r\n\r\n(\/?[a-z0-9]+)/g)].map(([, body]) => body);

test('a request whose caller hangs up while it waits never starts', { timeout: 120_000 }, async () => {
  await using server = await openBusyServer();
  using first = callRaw(server.port, get('/first'));
  await until(() => first.received().endsWith('/first'));
  const gone = callRaw(server.port, get('/gone'));
  await until(() => server.admission.waiting() === 1);
  gone.socket.destroy();
  // Health checks don't wait; once this one is answered, the server has seen the other connection close.
  for (let i = 0; i < 10; i++) await (await fetch(`http://127.0.0.1:${server.port}/health`)).text();
  using last = callRaw(server.port, get('/last'));
  await until(() => server.admission.waiting() === 2);
  server.go();
  await until(() => last.received().endsWith('/last'));
  assert.deepEqual(
    server.begun.filter((path) => path !== '/health'),
    ['/first', '/last'],
  );
});

test('a request that waits for an answer which enters the cache meanwhile gets the cached one', {
  timeout: 120_000,
}, async () => {
  await using server = await openBusyServer();
  using first = callRaw(server.port, get('/same'));
  await until(() => first.received().endsWith('/same'));
  const others = Array.from({ length: 20 }, () => callRaw(server.port, get('/same')));
  await until(() => server.admission.waiting() === others.length);
  server.cached.add('/same');
  server.go();
  await until(() => others.every(({ received }) => received().endsWith('cached')));
  assert.deepEqual(server.begun, ['/same']);
  for (const { socket } of others) socket.destroy();
});

test('requests on one connection may wait in sequence longer than the stall limit, and are answered in order', {
  timeout: 120_000,
}, async () => {
  await using server = await openBusyServer({ stallSeconds: 1 });
  using first = callRaw(server.port, get('/first'));
  await until(() => first.received().endsWith('/first'));
  const paths = ['/1', '/2', '/3', '/4'];
  using caller = callRaw(server.port, paths.map(get).join(''));
  await until(() => server.admission.waiting() === 1);
  // A connection without a request is cut. It opened later, so the other one has exceeded that time as well.
  using idle = callRaw(server.port, '');
  await until(() => idle.socket.closed);
  assert.equal(server.admission.waiting(), 1);
  server.go();
  await until(() => statusesIn(caller.received()).length === paths.length);
  assert.deepEqual(bodiesIn(caller.received()), paths);
});

test('pipelined requests that are refused are answered in order, and the connection stays open', {
  timeout: 120_000,
}, async () => {
  let isBusy = true;
  const admission: Pick<Admission, 'admit' | 'connectionAccepted'> = {
    admit: ({ start, refuse }) => (isBusy ? refuse() : start()),
    connectionAccepted: () => {},
  };
  const handle = async ({ path }: { path: string }) => ({ status: 200, headers: {}, body: path });
  await using server = await openServer({ ...BARE_SERVER, admission, handle });
  const post = 'POST /post HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody';
  const call = 'GET /?callback=f HTTP/1.1\r\nHost: x\r\n\r\n';
  using caller = callRaw(server.port, `${get('/').repeat(20)}${post}${call}${get('/')}`);
  await until(() => statusesIn(caller.received()).length === 23);
  assert.deepEqual(statusesIn(caller.received()), [...Array(21).fill(503), 200, 503]);
  const [head = '', body = ''] = caller.received().split('\r\n\r\n');
  assert.match(head, /^retry-after: \d+\r?$/im);
  const length = Number(/^content-length: (\d+)\r?$/im.exec(head)?.[1]);
  assert.equal(JSON.parse(body.slice(0, length)).status, 503);
  isBusy = false;
  caller.socket.write(get('/later'));
  await until(() => caller.received().endsWith('/later'));
});

test('under overload some requests get 503 and every request gets a response', async () => {
  await using app = await startApp({ ABS_OVERLOAD_MAX_WAIT_MILLISECONDS: '10' });
  const ask = async (round: number) => {
    // Many words, so that no machine answers a batch in time.
    const words = (i: number) => Array.from({ length: 60 }, (_, word) => `w${word}x${round}x${i}*`).join('+');
    const asked = Array.from({ length: 800 }, (_, i) =>
      fetch(`${app.url}/node.do?search=a*+${words(i)}&search_facets=2&callback=f`),
    );
    const texts = await Promise.all(asked.map(async (answer) => await (await answer).text()));
    return Map.groupBy(texts, (text) => /"status":(\d+)/.exec(text)?.[1]);
  };
  let statuses = await ask(0);
  // A fast machine may answer one batch in time.
  for (let round = 1; round < 10 && !statuses.has('503'); round++) statuses = await ask(round);
  assert.deepEqual(new Set(statuses.keys()).difference(new Set(['200', '503'])), new Set());
  assert.ok((statuses.get('200')?.length ?? 0) > 0);
  const turnedAway = statuses.get('503') ?? [];
  assert.ok(turnedAway.length > 0);
  for (const text of turnedAway) assert.match(text, /^\/\*\*\/f\(\{"version":2,"status":503,"data":null/);
  assert.equal((await fetch(`${app.url}/node.do?search=a`)).status, 200);
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  const counted = /^abs_requests_total\{operation="refused",status="503"\} (\d+)$/m.exec(metrics)?.[1];
  assert.ok(Number(counted) >= turnedAway.length, metrics);
  assert.match(metrics, /^abs_queue_length\{queue="requests"\} 0$/m);
});

test('requests that arrive together are all read before the second one starts', { timeout: 120_000 }, async () => {
  const admission = openAdmission(20, {});
  let most = 0;
  await using server = await openServer({
    ...BARE_SERVER,
    limits: { ...BARE_SERVER.limits, connections: 1000 },
    admission,
    handle: async () => {
      most = Math.max(most, admission.waiting());
      const until = process.threadCpuUsage().user + 50_000;
      while (process.threadCpuUsage().user < until);
      return { status: 200, headers: {}, body: 'made' };
    },
  });
  const callers = Array.from({ length: 60 }, () => callRaw(server.port, get('/heavy')));
  await until(() => callers.every((caller) => statusesIn(caller.received()).length === 1));
  // Read one by one, each would be alone and none refused.
  assert.ok(most > 10, `${most} waited`);
  assert.ok(admission.refused() > 10, `${admission.refused()} were refused`);
  for (const caller of callers) caller[Symbol.dispose]();
});
