import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { openServer } from '../../src/http/server.ts';
import { startApp } from '../support/app.ts';
import { BARE_SERVER, callRaw } from '../support/bare-server.ts';

test('a caller that never reads its answer is cut', async () => {
  await using app = await startApp({}, undefined, { stallSeconds: 1 });
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => {});
  using _ = { [Symbol.dispose]: () => void socket.destroy() };
  // Without a listener for data, nothing is read.
  socket.write('GET /node.do?tree=1 HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(50_000));
  await until(() => {
    if (socket.writable) socket.write('\r\n');
    return socket.closed;
  });
  assert.equal((await fetch(`${app.url}/node.do?tree=1`)).status, 200);
});

test('an answer that takes longer to compute than the stall limit is still sent', async () => {
  const begun = Promise.withResolvers<void>();
  const stalled = Promise.withResolvers<void>();
  await using server = await openServer({
    ...BARE_SERVER,
    stallSeconds: 1,
    handle: async () => {
      begun.resolve();
      await stalled.promise;
      return { status: 200, headers: {}, body: 'late' };
    },
  });
  const answer = fetch(`http://127.0.0.1:${server.port}/`);
  await begun.promise;
  // A connection without a request is cut; it opened later, so the other one has exceeded that time as well.
  using idle = callRaw(server.port, '');
  await until(() => idle.socket.closed);
  stalled.resolve();
  assert.equal(await (await answer).text(), 'late');
});
