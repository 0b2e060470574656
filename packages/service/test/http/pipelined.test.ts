/** Answers that wait for earlier ones on the same connection. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import type { ByteReader } from '../../../core/src/platform/byte-reader.ts';
import { until } from '../../../core/test/support/until.ts';
import { MAX_PIPELINED, MAX_PIPELINED_CHARACTERS } from '../../src/http/overload/pipeline.ts';
import { MAX_HEADER_BYTES } from '../../src/http/parser-refusals.ts';
import { openServer } from '../../src/http/server.ts';
import { startApp } from '../support/app.ts';
import { BARE_SERVER, callRaw, statusesIn } from '../support/bare-server.ts';
import { importLarge, LARGE_BYTES } from '../support/large-asset.ts';
import { readMetrics } from '../support/metrics.ts';

/** How often this process has the file open. */
function timesOpen(sha256: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes(sha256);
    } catch {
      return false; // closed in the meantime
    }
  }).length;
}

test('files open when their answer is next on the connection, and close when the caller hangs up', async (context) => {
  if (!existsSync('/proc/self/fd')) return context.skip('open files cannot be listed here');
  await using app = await startApp();
  const { id, sha256 } = await importLarge(app.data);
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET /asset.do?download=${id} HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n`.repeat(4));
  let most = 0;
  let bytes = 0;
  for await (const part of socket) {
    bytes += (part as Buffer).length;
    most = Math.max(most, timesOpen(sha256));
    if (bytes > 3.5 * LARGE_BYTES) break; // which then hangs up
  }
  assert.equal(most, 1);
  await until(() => timesOpen(sha256) === 0);
  await until(async () => (await readMetrics(app.url)).get('abs_downloads_open') === 0);
});

test('the server notices that a caller hangs up, whatever waits behind the first answer', async () => {
  const asked: string[] = [];
  const came: string[] = [];
  const ended = Promise.withResolvers<void>();
  await using server = await openServer({
    ...BARE_SERVER,
    // Runs for each request that is read.
    cached: ({ target }) => void came.push(target),
    handle: async ({ path, signal }) => {
      asked.push(path);
      if (path === '/large') return { status: 200, headers: {}, body: Buffer.alloc(2 ** 20) };
      signal.addEventListener('abort', () => ended.resolve());
      await ended.promise;
      throw signal.reason;
    },
  });
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\nGET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => came.includes('/large') && asked.length > 0);
  socket.destroy();
  await ended.promise;
  assert.deepEqual(asked, ['/slow']);
});

/** Answers with the path, but not before `go`. `come` counts the requests that were read. */
async function openSlowServer() {
  const go = Promise.withResolvers<void>();
  let come = 0;
  const server = await openServer({
    ...BARE_SERVER,
    cached: () => {
      come += 1;
      return undefined;
    },
    handle: async ({ path }) => {
      await go.promise;
      return { status: 200, headers: {}, body: path };
    },
  });
  return { port: server.port, go: go.resolve, come: () => come, [Symbol.asyncDispose]: () => server.close(0) };
}

function requests(count: number, headers: string): readonly string[] {
  return Array.from({ length: count }, (_, n) => `GET /${n}/ HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
}

/** The paths that were answered, in order. */
function servedIn(received: string): readonly number[] {
  return [...received.matchAll(/\r\n\r\n\/(\d+)\//g)].map(([, n]) => Number(n));
}

for (const [what, headers] of [
  ['requests', ''],
  ['requests with an unknown expectation', 'Expect: zz\r\n'],
] as const) {
  test(`the number of ${what} that wait on a connection is bounded: the next one is refused and ends it`, async () => {
    await using server = await openSlowServer();
    const all = requests(MAX_PIPELINED + 800, headers);
    using caller = callRaw(server.port, all.join(''));
    await until(() => server.come() === MAX_PIPELINED + 1);
    server.go();
    await until(() => caller.socket.closed);
    assert.deepEqual(servedIn(caller.received()), [...Array(MAX_PIPELINED + 1).keys()]);
    assert.deepEqual(statusesIn(caller.received()).slice(MAX_PIPELINED + 1), [503]);
    const last = caller.received().slice(caller.received().lastIndexOf('HTTP/1.1'));
    assert.match(last, /\r\nconnection: close\r\n/i);
    assert.match(last, /more than 256 requests wait on this connection/);
  });
}

test('a thread reads only so many requests that get no answer, and then cuts their connection', async () => {
  await using server = await openSlowServer();
  using caller = callRaw(server.port, requests(12_000, '').join(''));
  await until(() => caller.socket.closed);
  server.go();
  assert.equal(caller.received(), '');
  // Others are not affected.
  using next = callRaw(server.port, requests(MAX_PIPELINED + 100, '').join(''));
  await until(() => next.socket.closed);
  assert.deepEqual(servedIn(next.received()), [...Array(MAX_PIPELINED + 1).keys()]);
});

test('the bytes of text that wait on a connection are bounded', async () => {
  await using server = await openSlowServer();
  const long = `X: ${'a'.repeat(MAX_PIPELINED_CHARACTERS / 3 - 1000)}\r\n`;
  const all = requests(10, long);
  using caller = callRaw(server.port, all.join(''));
  await until(() => server.come() === all.length);
  server.go();
  await until(() => statusesIn(caller.received()).length === all.length);
  assert.deepEqual(servedIn(caller.received()), [0, 1, 2, 3]);
  // Sent answers free their share of the bound.
  caller.socket.write(all.slice(4, 8).join(''));
  await until(() => statusesIn(caller.received()).length === all.length + 4);
  assert.deepEqual(servedIn(caller.received()), [0, 1, 2, 3, 4, 5, 6, 7]);
});

test('a connection that pipelines more than the bound ends, with every answer up to it, even if they are cached', async () => {
  await using app = await startApp();
  const { port } = new URL(app.url);
  const request = 'GET /node.do?about=true HTTP/1.1\r\nHost: x\r\n\r\n';
  await fetch(`${app.url}/node.do?about=true`).then((response) => response.text());
  using caller = callRaw(Number(port), request.repeat(MAX_PIPELINED + 200));
  await until(() => caller.socket.closed);
  const statuses = statusesIn(caller.received());
  const cached = statuses.filter((status) => status === 200).length;
  assert.ok(cached >= MAX_PIPELINED, `${cached} answers`);
  assert.equal(statuses.at(-1), 503);
});

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const UNREADABLE = {
  'no HTTP': 'nonsense\r\n\r\n',
  'too long a header': `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(2 * MAX_HEADER_BYTES)}\r\n\r\n`,
  CONNECT: 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'CONNECT with a body': 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n',
  'a malformed body': 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
} as const;

/** A server whose GETs are answered by `answer`, or at once from a cache. */
const serve = (
  answer: () => Promise<string | ByteReader>,
  { isCached = false, stallSeconds = 600, connections = 100 } = {},
) =>
  openServer({
    ...BARE_SERVER,
    stallSeconds,
    limits: { ...BARE_SERVER.limits, connections },
    cached: ({ method }) =>
      isCached && method === 'GET'
        ? { status: 200, headers: { 'content-length': '5' }, body: Buffer.from('whole') }
        : undefined,
    handle: async ({ method }) => {
      if (method !== 'GET') return { status: 405, headers: {}, body: 'refused' };
      const body = await answer();
      return { status: 200, headers: typeof body === 'string' ? {} : { 'content-length': '8' }, body };
    },
  });

function assertRefusedOnce(received: string): void {
  const [first, second = 0, ...more] = statusesIn(received);
  assert.equal(first, 200, received);
  assert.ok(second >= 400 && second < 500, received);
  assert.deepEqual(more, []);
}

for (const [what, text] of Object.entries(UNREADABLE)) {
  test(`${what} is refused after the answer to an earlier request, be that slow, cached or sent`, async () => {
    for (const isCached of [false, true]) {
      await using server = await serve(async () => 'whole', { isCached });
      using together = callRaw(server.port, GET + text);
      await until(() => together.socket.closed);
      assertRefusedOnce(together.received());
      using later = callRaw(server.port, GET);
      await until(() => later.received().includes('whole'));
      later.socket.write(text);
      await until(() => later.socket.closed);
      assertRefusedOnce(later.received());
    }
  });

  test(`${what} does not cut off an answer that is partly sent`, async () => {
    const rest = Promise.withResolvers<void>();
    const parts = [Promise.resolve('half'), rest.promise.then(() => 'rest')];
    const reader = {
      read: async (into: Uint8Array) => new TextEncoder().encodeInto((await parts.shift()) ?? '', into).written,
      [Symbol.asyncDispose]: async () => {},
    };
    await using server = await serve(async () => reader);
    using caller = callRaw(server.port, GET);
    await until(() => caller.received().includes('half'));
    caller.socket.write(text);
    // Whether it is read before or after makes no difference.
    setImmediate(rest.resolve);
    await until(() => caller.socket.closed);
    assertRefusedOnce(caller.received());
    assert.match(caller.received(), /half.*rest.*HTTP\/1\.1 4\d\d /s);
  });
}

test('a request that never ends is refused after the answer to an earlier one', async () => {
  await using server = await openServer({
    ...BARE_SERVER,
    limits: { ...BARE_SERVER.limits, headersSeconds: 1 },
    handle: async () => ({ status: 200, headers: {}, body: 'whole' }),
  });
  using caller = callRaw(server.port, `${GET}GET / HTTP/1.1\r\nHos`);
  await until(() => caller.socket.closed);
  assert.deepEqual(statusesIn(caller.received()), [200, 408]);
});

test('whatever follows the last request of a connection, or a garbage without end, costs no answer', async () => {
  for (const [text, statuses] of [
    [`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n${GET}`, [200]],
    [GET + 'nonsense\r\n\r\n'.repeat(1000), [200, 400]],
  ] as const) {
    const go = Promise.withResolvers<string>();
    await using server = await serve(() => go.promise);
    using caller = callRaw(server.port, text);
    setImmediate(go.resolve, 'whole');
    await until(() => caller.socket.closed);
    assert.deepEqual(statusesIn(caller.received()), statuses);
  }
});

test('a caller that keeps the connection open after the refusal is cut', async () => {
  for (const what of ['CONNECT', 'a malformed body'] as const) {
    await using server = await serve(async () => 'next', { stallSeconds: 1, connections: 1 });
    using caller = callRaw(server.port, UNREADABLE[what], { allowHalfOpen: true });
    await until(() => statusesIn(caller.received()).length > 0);
    // There is room for one connection only.
    await until(async () => {
      using next = callRaw(server.port, GET);
      await until(() => next.socket.closed || next.received() !== '');
      return next.received().endsWith('next');
    });
  }
});
