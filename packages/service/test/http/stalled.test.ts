import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openServer } from '../../src/http/server.ts';
import { startApp } from '../support/app.ts';
import { BARE_SERVER } from '../support/bare-server.ts';

test('a caller that never reads its answer is cut', async () => {
  await using app = await startApp({ ABS_SEND_STALL_SECONDS: '1' });
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let isCut = false;
  const cut = () => {
    isCut = true;
  };
  socket.on('error', cut).on('close', cut);
  try {
    // Without a listener for data, nothing is read.
    const question = 'GET /node.do?tree=1 HTTP/1.1\r\nhost: a\r\n\r\n';
    socket.write(question.repeat(50_000));
    for (const end = performance.now() + 60_000; !isCut && performance.now() < end; await pause(50)) {
      if (socket.writable) socket.write('\r\n');
    }
    assert.ok(isCut);
  } finally {
    socket.destroy();
  }
  assert.equal((await fetch(`${app.url}/node.do?tree=1`)).status, 200);
});

test('an answer that takes longer to compute than the stall limit is still sent', async () => {
  await using server = await openServer({
    ...BARE_SERVER,
    stallSeconds: 1,
    handle: async () => {
      await pause(2500);
      return { status: 200, headers: {}, body: 'late' };
    },
  });
  assert.equal(await (await fetch(`http://127.0.0.1:${server.port}/`)).text(), 'late');
});
