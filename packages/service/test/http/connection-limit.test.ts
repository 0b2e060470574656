import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { newConnectionCounts, openConnectionLimit } from '../../src/coordination/connection-limit.ts';
import { openServer } from '../../src/http/server.ts';
import { BARE_SERVER, callRaw, statusesIn } from '../support/bare-server.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const handle = async () => ({ status: 200, headers: {}, body: '' });

const limitOf = (connections: number) => openConnectionLimit(connections, newConnectionCounts());

test('a connection over the limit of its address is closed, and a new one is accepted when one has ended', async () => {
  await using server = await openServer({ ...BARE_SERVER, connectionLimit: limitOf(2), handle });
  using first = callRaw(server.port, GET);
  using second = callRaw(server.port, GET);
  await until(() => [first, second].every(({ received }) => statusesIn(received()).length === 1));
  using third = callRaw(server.port, GET);
  await until(() => third.socket.closed);
  assert.equal(third.received(), '');
  first.socket.destroy();
  await until(async () => {
    using later = callRaw(server.port, GET);
    await until(() => later.socket.closed || later.received() !== '');
    return statusesIn(later.received())[0] === 200;
  });
});

/** Other systems have one loopback address. */
const skip = process.platform !== 'linux' && 'other systems have one loopback address';

test('each address has a limit of its own', { skip }, async () => {
  await using server = await openServer({ ...BARE_SERVER, connectionLimit: limitOf(1), handle });
  using first = callRaw(server.port, GET);
  await until(() => first.received() !== '');
  using other = callRaw(server.port, GET, { localAddress: '127.0.0.2' });
  await until(() => statusesIn(other.received())[0] === 200);
});

test('of full connections, the longest idle one of the address with the most goes first', { skip }, async () => {
  const limits = { ...BARE_SERVER.limits, connections: 6 };
  const wait = Promise.withResolvers<Awaited<ReturnType<typeof handle>>>();
  const answer = (request: { readonly path: string }) => (request.path === '/wait' ? wait.promise : handle());
  await using server = await openServer({ ...BARE_SERVER, limits, handle: answer });
  const call = async (last: number, text = GET) => {
    const caller = callRaw(server.port, text, { localAddress: `127.0.0.${last}` });
    await until(() => caller.socket.closed || caller.received() !== '' || text !== GET);
    return caller;
  };
  const isOpen = ({ socket }: { readonly socket: { readonly closed: boolean } }) => !socket.closed;
  const waiting = 'GET /wait HTTP/1.1\r\nHost: x\r\n\r\n';
  const one = await call(1);
  const many = [await call(2), await call(2), await call(2, 'GET / HT'), await call(2, waiting)];
  const two = await call(3);
  many[0]?.socket.write(GET);
  await until(() => statusesIn(many[0]?.received() ?? '').length === 2);
  const later: Awaited<ReturnType<typeof call>>[] = [];
  // The second was idle longest, then the one with half a head, then the first; then no address has most, so the longest idle
  // of all goes.
  for (const [index, gone] of [many[1], many[2], many[0], one].entries()) {
    later.push(await call(4 + index));
    await until(() => gone?.socket.closed === true);
    assert.ok([two, many[3], ...later].every((each) => each && isOpen(each)));
  }
  wait.resolve(await handle());
  for (const each of [two, many[3], ...later]) each?.socket.destroy();
});

test('where all are busy, an address with twice as many as the new one gives way, and no other', { skip }, async () => {
  const limits = { ...BARE_SERVER.limits, connections: 3 };
  const asked: string[] = [];
  const wait = Promise.withResolvers<Awaited<ReturnType<typeof handle>>>();
  const answer = (request: { readonly address: string }) => {
    asked.push(request.address);
    return wait.promise;
  };
  await using server = await openServer({ ...BARE_SERVER, limits, handle: answer });
  const call = async (last: number) => {
    const { length } = asked;
    const caller = callRaw(server.port, GET, { localAddress: `127.0.0.${last}` });
    await until(() => caller.socket.closed || asked.length > length);
    return caller;
  };
  const [first, second, other] = [await call(1), await call(1), await call(2)];
  const third = await call(3);
  await until(() => first.socket.closed);
  const refused = await call(1);
  await until(() => refused.socket.closed);
  assert.ok([second, other, third].every(({ socket }) => !socket.closed));
  wait.resolve(await handle());
  for (const { socket } of [second, other, third]) socket.destroy();
});

test('connections of trusted proxies are not limited', async () => {
  const options = { ...BARE_SERVER, trustProxy: ['127.0.0.1'], connectionLimit: limitOf(1), handle };
  await using server = await openServer(options);
  const callers = Array.from({ length: 5 }, () => callRaw(server.port, GET));
  await until(() => callers.every(({ received }) => statusesIn(received())[0] === 200));
  for (const caller of callers) caller[Symbol.dispose]();
});
