/** What callers see of a thread with more requests than it can answer. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { Metrics } from '../../src/http/metrics/metrics.ts';
import { type Admission, openAdmission } from '../../src/http/overload/admission.ts';
import { openServer } from '../../src/http/server.ts';
import { startApp } from '../support/app.ts';
import { BARE_SERVER, callRaw, statusesIn } from '../support/bare-server.ts';

/** A server whose thread starts one request, and no other before `go`. `cached` are addresses that need no work. */
async function openBusyServer() {
  const go = Promise.withResolvers<void>();
  const begun: string[] = [];
  const cached = new Set<string>();
  const admission = openAdmission(100, { nextTurn: () => go.promise });
  const server = await openServer({
    ...BARE_SERVER,
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

test('a request whose caller hangs up while it waits never starts', async () => {
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
  const asked = server.begun.filter((path) => path !== '/health');
  assert.deepEqual(asked, ['/first', '/last']);
});

test('a request that waits for an answer which enters the cache meanwhile gets the cached one', async () => {
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

test('pipelined requests that are refused are answered in order, and the connection stays open', async () => {
  let isBusy = true;
  const admission: Pick<Admission, 'admit' | 'connectionAccepted'> = {
    admit: ({ start, refuse }) => (isBusy ? refuse() : start()),
    connectionAccepted: () => {},
  };
  const handle = async ({ path }: { path: string }) => ({ status: 200, headers: {}, body: path });
  const metrics = new Metrics(() => []);
  await using server = await openServer({ ...BARE_SERVER, admission, handle, metrics });
  const post = 'POST /post HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody';
  const call = 'GET /?callback=f HTTP/1.1\r\nHost: x\r\n\r\n';
  using caller = callRaw(server.port, `${get('/').repeat(20)}${post}${call}${get('/')}`);
  await until(() => statusesIn(caller.received()).length === 23);
  assert.deepEqual(statusesIn(caller.received()), [...Array(21).fill(503), 200, 503]);
  assert.match(caller.received(), /\/\*\*\/f\(\{"version":2,"status":503,"data":null/);
  const requests = metrics.read().find(({ name }) => name === 'abs_requests_total');
  assert.equal(requests?.values.find(({ labels }) => labels['operation'] === 'refused')?.value, 23);
  const [head = '', body = ''] = caller.received().split('\r\n\r\n');
  assert.match(head, /^retry-after: \d+\r?$/im);
  const length = Number(/^content-length: (\d+)\r?$/im.exec(head)?.[1]);
  assert.equal(JSON.parse(body.slice(0, length)).status, 503);
  isBusy = false;
  caller.socket.write(get('/later'));
  await until(() => caller.received().endsWith('/later'));
});

test('overload.maxWaitMilliseconds bounds the wait for a thread: others get 503, and the service recovers', async () => {
  using folder = temporaryFolder();
  const provider = folder.file('provider.mjs');
  writeFileSync(
    provider,
    `export default () => {
       const end = process.threadCpuUsage().user + 30_000;
       while (process.threadCpuUsage().user < end);
       return { search: '' };
     };`,
  );
  await using app = await startApp({ ABS_OVERLOAD_MAX_WAIT_MILLISECONDS: '10', ABS_SEARCH_PROVIDER: provider });
  const port = Number(new URL(app.url).port);
  const callers = Array.from({ length: 20 }, (_, n) => callRaw(port, get(`/node.do?search_custom=${n}`)));
  await until(() => callers.every(({ received }) => statusesIn(received()).length === 1));
  const statuses = callers.flatMap(({ received }) => statusesIn(received()));
  assert.deepEqual(new Set(statuses), new Set([200, 503]));
  for (const caller of callers) caller[Symbol.dispose]();
  assert.equal((await fetch(`${app.url}/node.do?search=a`)).status, 200);
});
