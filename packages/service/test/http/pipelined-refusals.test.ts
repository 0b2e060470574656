/** Unreadable input that follows an unanswered request: that request gets its answer first, and then the refusal is sent. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { MAX_HEADER_BYTES } from '../../src/http/parser-refusals.ts';
import { openServer } from '../../src/http/server.ts';
import { BARE_SERVER, callRaw, statusesIn } from '../support/bare-server.ts';
import { until } from '../support/until.ts';

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
  answer: () => Promise<string | Readable>,
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
    handle: async ({ method }) =>
      method === 'GET'
        ? { status: 200, headers: {}, body: await answer() }
        : { status: 405, headers: {}, body: 'refused' },
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
    async function* parts() {
      yield 'half';
      await rest.promise;
      yield 'rest';
    }
    await using server = await serve(async () => Readable.from(parts()));
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

test('nothing follows a long cached answer that is the last of its connection', async () => {
  const body = Buffer.alloc(20_000_000, 'x');
  await using server = await openServer({
    ...BARE_SERVER,
    cached: () => ({ status: 200, headers: { 'content-length': String(body.length) }, body }),
    handle: async () => assert.fail('it is cached'),
  });
  using caller = callRaw(server.port, `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\nmore and more\r\n\r\n`);
  await until(() => caller.socket.closed);
  assert.deepEqual(statusesIn(caller.received()), [200]);
  assert.ok(caller.received().endsWith('x'));
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
