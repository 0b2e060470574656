/** Callers that are slow to read their answers. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { until } from '../../../core/test/support/until.ts';
import { openServer } from '../../src/http/server.ts';
import { Unsent } from '../../src/http/unsent.ts';
import { BARE_SERVER, callRaw } from '../support/bare-server.ts';

const MEGABYTE = 2 ** 20;
/** More than the system buffers of a connection on both sides. */
const LONG_BYTES = 32 * MEGABYTE;
const LARGE = { 'content-length': `${1000 * MEGABYTE}` };

/** A server with room for two and a half long answers, whose clock the test sets. */
async function openSlowServer(body: (path: string) => Uint8Array) {
  let time = 0;
  const unsent = new Unsent({ megabytes: 80, now: () => time });
  const server = await openServer({
    ...BARE_SERVER,
    unsent,
    handle: async ({ path }) =>
      path === '/short'
        ? { status: 200, headers: { 'content-length': '5' }, body: Buffer.from('short') }
        : { status: 200, headers: {}, body: body(path) },
  });
  return {
    ...server,
    unsent,
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
    [Symbol.asyncDispose]: () => server.close(0),
  };
}

/** Sends a request, and reads nothing of the answer. */
function askAndStall(port: number, path = '/long') {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

const statusOf = async (port: number, path: string) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  await answer.arrayBuffer();
  return answer.status;
};

test('memory for slow callers is bounded: excess requests get 503, and slow connections are cut', async () => {
  await using server = await openSlowServer(() => Buffer.alloc(LONG_BYTES));
  const slow = [askAndStall(server.port), askAndStall(server.port)];
  await until(() => server.unsent.bytes === 2 * LONG_BYTES);
  assert.equal(await statusOf(server.port, '/long'), 503);
  assert.deepEqual([await statusOf(server.port, '/short'), server.unsent.disconnected], [200, 0]);
  server.wait(10_000);
  assert.deepEqual([await statusOf(server.port, '/long'), server.unsent.disconnected], [200, 1]);
  await until(() => server.unsent.bytes === LONG_BYTES);
  for (const socket of slow) socket.destroy();
  await until(() => server.unsent.bytes === 0);
});

test('no caller is disconnected in vain: neither if all slow ones hold too little, nor if others hold the same body', async () => {
  const shared = Buffer.alloc(LONG_BYTES);
  await using server = await openSlowServer((path) =>
    path === '/shared' ? shared : Buffer.alloc(path === '/longer' ? 2 * LONG_BYTES : LONG_BYTES),
  );
  const { port, unsent } = server;
  const slow = [askAndStall(port, '/shared'), askAndStall(port)];
  await until(() => unsent.bytes === 2 * LONG_BYTES);
  server.wait(10_000);
  const begun = await fetch(`http://127.0.0.1:${port}/shared`);
  // The slow caller of a body of its own frees 32 of the 48 MB that are missing, that of the shared body nothing.
  assert.deepEqual([await statusOf(port, '/longer'), unsent.disconnected], [503, 0]);
  assert.deepEqual([await statusOf(port, '/long'), unsent.disconnected], [200, 1]);
  assert.equal((await begun.bytes()).length, LONG_BYTES);
  for (const socket of slow) socket.destroy();
  await until(() => unsent.bytes === 0);
});

/** An answer from a file of 16 MB. */
const FILE = {
  status: 200,
  headers: { 'content-length': String(16 * MEGABYTE) },
  body: { read: async (buffer: Uint8Array) => buffer.fill(7).length, [Symbol.asyncDispose]: async () => {} },
};

test('files sent to paused callers leave half of the memory to answers', async () => {
  const unsent = new Unsent({ megabytes: 2 });
  const half = { status: 200, headers: {}, body: Buffer.alloc(MEGABYTE / 2) };
  await using server = await openServer({
    ...BARE_SERVER,
    unsent,
    handle: async ({ path }) => (path === '/long' ? FILE : half),
  });
  const paused = Array.from({ length: 5 }, () => askAndStall(server.port));
  await until(() => unsent.bytes === MEGABYTE);
  // Both are being sent at once, so neither is alone.
  const answers = [await fetch(`http://127.0.0.1:${server.port}/1`), await fetch(`http://127.0.0.1:${server.port}/2`)];
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(statuses, [200, 200]);
  assert.equal(unsent.disconnected, 0);
  for (const answer of answers) await answer.arrayBuffer();
  for (const socket of paused) socket.destroy();
  await until(() => unsent.bytes === 0);
});

test('callers that hang up during a long answer, and HEAD requests, occupy no memory', async () => {
  await using server = await openSlowServer(() => Buffer.alloc(LONG_BYTES));
  const head = await fetch(`http://127.0.0.1:${server.port}/long`, { method: 'HEAD' });
  assert.deepEqual([head.status, server.unsent.bytes], [200, 0]);
  const get = 'GET /long HTTP/1.1\r\nHost: x\r\n\r\n';
  const caller = callRaw(server.port, get.repeat(3));
  await until(() => caller.received().length > 100);
  caller.socket.destroy();
  await until(() => server.unsent.bytes === 0);
});

test('a caller is answered soon, however many downloads another has opened just before', async () => {
  const DOWNLOADS = 200;
  let read = 0;
  const body = () => ({
    // A file, whose bytes come in a later turn.
    read: async (into: Uint8Array) => {
      await setImmediate();
      read += 1;
      return into.length;
    },
    [Symbol.asyncDispose]: async () => {},
  });
  await using server = await openServer({
    ...BARE_SERVER,
    limits: { ...BARE_SERVER.limits, connections: 2 * DOWNLOADS },
    handle: async ({ path }) => ({
      status: 200,
      ...(path === '/file' ? { headers: LARGE, body: body() } : { headers: {}, body: '' }),
    }),
  });
  const downloads = Array.from({ length: DOWNLOADS }, () =>
    callRaw(server.port, 'GET /file HTTP/1.1\r\nHost: x\r\n\r\n'),
  );
  using other = callRaw(server.port, 'GET /about HTTP/1.1\r\nHost: x\r\n\r\n');
  // The service accepts one connection a turn, so the other one waits for as many turns, in which hardly a part is read.
  await until(() => other.received() !== '' || read >= DOWNLOADS / 2);
  assert.notEqual(other.received(), '', `${read} parts were sent before the answer`);
  for (const { socket } of downloads) socket.destroy();
});
