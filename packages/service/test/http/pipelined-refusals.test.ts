/** Unreadable input that follows an unanswered request: that request gets its answer first, and then the refusal is sent. */
import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { MAX_HEADER_BYTES } from '../../src/http/parser-refusals.ts';
import { openServer } from '../../src/http/server.ts';
import { BARE_SERVER, callRaw, statusesIn } from '../support/bare-server.ts';
import { until } from '../support/until.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/**
 * Observes how far Node reads the connection on which the next request of this process arrives. Call it after
 * `openServer`, which sends requests of its own.
 */
function observeParser() {
  const { promise: refused, resolve } = Promise.withResolvers<void>();
  let socket: Socket | undefined;
  const channel = 'http.server.request.start';
  const listener = (message: unknown) => {
    unsubscribe(channel, listener);
    const arrived = message as { readonly server: Server; readonly socket: Socket };
    socket = arrived.socket;
    for (const event of ['clientError', 'connect']) arrived.server.once(event, () => resolve());
  };
  subscribe(channel, listener);
  return { refused, bytesRead: () => socket?.bytesRead };
}

for (const [what, text] of [
  ['no HTTP', 'nonsense\r\n\r\n'],
  ['too long a header', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(2 * MAX_HEADER_BYTES)}\r\n\r\n`],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['CONNECT with a body', 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n'],
  ['a request that never ends', 'GET / HTTP/1.1\r\nHos'],
  ['a malformed body', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
] as const) {
  // Where nothing needs it, the limit is longer than a busy machine pauses.
  const headersSeconds = what === 'a request that never ends' ? 3 : 60;
  const limits = { ...BARE_SERVER.limits, headersSeconds };

  test(`${what} does not cut off an answer that is partly sent`, { timeout: 120_000 }, async () => {
    const rest = Promise.withResolvers<void>();
    async function* parts() {
      yield 'half';
      await rest.promise;
      yield 'rest';
    }
    await using server = await openServer({
      ...BARE_SERVER,
      limits,
      handle: async ({ method }) =>
        method === 'GET'
          ? { status: 200, headers: { 'content-length': '8' }, body: Readable.from(parts()) }
          : { status: 405, headers: {}, body: 'refused' },
    });
    using caller = callRaw(server.port, GET);
    await until(() => caller.received().endsWith('half'));
    caller.socket.write(text);
    // Whether it is read before or after makes no difference.
    setImmediate(rest.resolve);
    await until(() => caller.socket.closed);
    assert.match(caller.received(), /^HTTP\/1\.1 200 .*\r\n\r\nhalfrestHTTP\/1\.1 4\d\d /s);
    assert.equal(statusesIn(caller.received()).length, 2);
  });

  test(`${what} is refused after the answer to an earlier request`, { timeout: 120_000 }, async () => {
    await using server = await openServer({
      ...BARE_SERVER,
      limits,
      handle: async ({ method }) => {
        if (method !== 'GET') return { status: 405, headers: {}, body: 'refused' };
        // Not before the parser reaches the unreadable input.
        await refused;
        return { status: 200, headers: {}, body: 'whole' };
      },
    });
    const { refused } = observeParser();
    using caller = callRaw(server.port, GET + text);
    await until(() => caller.socket.closed);
    const [first, second, ...more] = statusesIn(caller.received());
    assert.equal(first, 200, caller.received());
    assert.ok(second !== undefined && second >= 400 && second < 500, caller.received());
    assert.deepEqual(more, []);
  });

  test(`${what} has no effect if the caller hangs up before the answer`, { timeout: 120_000 }, async () => {
    const gone = Promise.withResolvers<void>();
    await using server = await openServer({
      ...BARE_SERVER,
      limits,
      handle: async ({ signal }) => {
        signal.addEventListener('abort', () => gone.resolve());
        await gone.promise;
        throw signal.reason;
      },
    });
    const { bytesRead } = observeParser();
    using caller = callRaw(server.port, GET + text);
    await until(() => bytesRead() === Buffer.byteLength(GET + text));
    caller.socket.destroy();
    await gone.promise;
    assert.equal(caller.received(), '');
  });

  test(`${what} is refused after an answer that has been sent`, { timeout: 120_000 }, async () => {
    await using server = await openServer({
      ...BARE_SERVER,
      limits,
      handle: async ({ method }) => ({ status: method === 'GET' ? 200 : 405, headers: {}, body: 'whole' }),
    });
    using caller = callRaw(server.port, GET);
    await until(() => caller.received().endsWith('whole'));
    caller.socket.write(text);
    await until(() => caller.socket.closed);
    const [first, second, ...more] = statusesIn(caller.received());
    assert.equal(first, 200);
    assert.ok(second !== undefined && second >= 400 && second < 500, caller.received());
    assert.deepEqual(more, []);
  });
}

const CACHED = { status: 200, headers: { 'content-length': '5' }, body: Buffer.from('known') };

for (const [what, text] of [
  ['no HTTP', 'nonsense\r\n\r\n'],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a malformed body', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
] as const) {
  test(`${what} in one packet with a request whose answer is cached is refused after that answer`, {
    timeout: 120_000,
  }, async () => {
    await using server = await openServer({
      ...BARE_SERVER,
      cached: ({ method }) => (method === 'GET' ? CACHED : undefined),
      handle: async () => ({ status: 405, headers: {}, body: 'refused' }),
    });
    using caller = callRaw(server.port, GET + text);
    await until(() => caller.socket.closed);
    const [first, second, ...more] = statusesIn(caller.received());
    assert.equal(first, 200, caller.received());
    assert.ok(second !== undefined && second >= 400 && second < 500, caller.received());
    assert.deepEqual(more, []);
  });
}

test('nothing follows a long cached answer that is the last of its connection', { timeout: 120_000 }, async () => {
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

test('input after the last request of a connection does not cut off its answer', { timeout: 120_000 }, async () => {
  const go = Promise.withResolvers<void>();
  await using server = await openServer({
    ...BARE_SERVER,
    handle: async () => {
      await go.promise;
      return { status: 200, headers: {}, body: 'whole' };
    },
  });
  using caller = callRaw(server.port, `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n${GET}`);
  setImmediate(go.resolve);
  await until(() => caller.socket.closed);
  assert.match(caller.received(), /^HTTP\/1\.1 200 .*\r\n\r\nwhole$/s);
});

for (const [what, text] of [
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['a malformed body', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
] as const) {
  test(`a caller that keeps the connection open after the refusal of ${what} is cut`, {
    timeout: 120_000,
  }, async () => {
    await using server = await openServer({
      ...BARE_SERVER,
      stallSeconds: 1,
      limits: { ...BARE_SERVER.limits, connections: 1 },
      handle: async () => ({ status: 200, headers: {}, body: 'next' }),
    });
    using caller = callRaw(server.port, text, { allowHalfOpen: true });
    await until(() => statusesIn(caller.received()).length > 0);
    // There is room for one connection only.
    const isServed = () =>
      fetch(`http://127.0.0.1:${server.port}/`).then(
        async (answer) => (await answer.text()) === 'next',
        () => false,
      );
    await until(isServed);
  });
}

test('endless garbage after a request is refused once', { timeout: 120_000 }, async () => {
  const go = Promise.withResolvers<void>();
  await using server = await openServer({
    ...BARE_SERVER,
    handle: async () => {
      await go.promise;
      return { status: 200, headers: {}, body: 'whole' };
    },
  });
  using caller = callRaw(server.port, GET);
  for (let time = 0; time < 20; time += 1) {
    caller.socket.write('nonsense\r\n\r\n');
    await new Promise((done) => setTimeout(done, 5));
  }
  go.resolve();
  await until(() => caller.socket.closed);
  assert.deepEqual(statusesIn(caller.received()), [200, 400]);
});
