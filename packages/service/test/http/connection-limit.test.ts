import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { newConnectionCounts, openConnectionLimit } from '../../src/coordination/connection-limit.ts';
import { openServer } from '../../src/http/server.ts';
import { BARE_SERVER, callRaw, statusesIn } from '../support/bare-server.ts';
import { until } from '../support/until.ts';

const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const handle = async () => ({ status: 200, headers: {}, body: '' });

function limitOf(connections: number) {
  return openConnectionLimit(connections, newConnectionCounts());
}

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

test('each address has a limit of its own', {
  skip: process.platform !== 'linux' && 'other systems have one loopback address',
}, async () => {
  await using server = await openServer({ ...BARE_SERVER, connectionLimit: limitOf(1), handle });
  using first = callRaw(server.port, GET);
  await until(() => first.received() !== '');
  const other = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  let received = '';
  other.setEncoding('latin1').on('data', (part) => {
    received += part;
  });
  other.write(GET);
  await until(() => statusesIn(received)[0] === 200);
  other.destroy();
});

test('connections of trusted proxies are not limited', async () => {
  const options = { ...BARE_SERVER, trustProxy: ['127.0.0.1'], connectionLimit: limitOf(1), handle };
  await using server = await openServer(options);
  const callers = Array.from({ length: 5 }, () => callRaw(server.port, GET));
  await until(() => callers.every(({ received }) => statusesIn(received())[0] === 200));
  for (const caller of callers) caller[Symbol.dispose]();
});
