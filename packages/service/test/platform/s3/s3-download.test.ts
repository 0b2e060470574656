/** Downloads from a server whose bytes arrive in every possible way. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { beginS3Download, type S3Download } from '../../../src/platform/s3/s3-download.ts';
import { openS3Sockets, type S3Connections } from '../../../src/platform/s3/s3-sockets.ts';
import { until } from '../../support/until.ts';

const { signal } = new AbortController();
const LONG = 20_000;

/** `answer` is called for each request, with the number of its connection. */
async function start(answer: (socket: Socket, connection: number) => void, connections: S3Connections = {}) {
  const open = new Set<Socket>();
  let opened = 0;
  const server = createServer((socket) => {
    open.add(socket);
    opened += 1;
    const number = opened;
    socket.on('error', () => {}).once('close', () => open.delete(socket));
    socket.on('data', (bytes) => String(bytes).endsWith('\r\n\r\n') && answer(socket, number));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/object`);
  const sockets = openS3Sockets(url.href, connections);
  return {
    open,
    opened: () => opened,
    begin: (from: AbortSignal = signal, waitMilliseconds = LONG) =>
      beginS3Download(sockets, { url, headers: {}, waitMilliseconds, signal: from }),
    [Symbol.asyncDispose]: async () => {
      sockets[Symbol.dispose]();
      for (const socket of open) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

const head = (size: number, more = '') =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\nX-Amz-Meta-Own: a: b \r\n${more}\r\n`;

/** Reads to the end, into buffers of these sizes by turns, with a turn of the event loop after each. */
async function drain(download: S3Download, sizes: readonly number[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let at = 0; ; at += 1) {
    const into = Buffer.alloc(sizes[at % sizes.length] ?? 1);
    const bytes = await download.read(into, LONG);
    if (bytes === 0) return Buffer.concat(parts);
    // Bytes that arrive later must not change what was read.
    await turn();
    parts.push(into.subarray(0, bytes));
  }
}

describe('a download', () => {
  test('has the bytes of the body, however they arrive and are read', async () => {
    let pieces: readonly Buffer[] = [];
    await using server = await start(async (socket) => {
      for (const piece of pieces) {
        socket.write(piece);
        await turn();
      }
    });
    const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
    const sizes = fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 500_000 }), cuts, sizes, async (size, at, reads) => {
        const body = randomBytes(size);
        const all = Buffer.concat([Buffer.from(head(size)), body]);
        const ends = [...at.map((part) => Math.floor(part * all.length)), 5, all.length].toSorted((a, b) => a - b);
        pieces = ends.map((end, index) => all.subarray(ends[index - 1] ?? 0, end));
        const download = await server.begin();
        assert.ok(download);
        assert.deepEqual([download.status, download.size, download.headers['x-amz-meta-own']], [200, size, 'a: b']);
        // Small buffers would take a read for each few bytes of a large body.
        const read = await drain(download, size > 10_000 ? reads.map((bytes) => bytes + 1000) : reads);
        download.close();
        assert.ok(read.equals(body));
      }),
      { numRuns: 40 },
    );
    assert.equal(server.opened(), 1);
  });

  for (const [what, response] of [
    ['an error', 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'],
    ['an interim response', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['a body in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a body without size', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['a body of two sizes', head(5, 'Content-Length: 6\r\n')],
    ['a size that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\n'],
    ['a broken header', head(5, 'a b\r\n')],
    ['an older protocol', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
  ] as const) {
    test(`is left to node:http after ${what}, and its connection is closed`, async () => {
      await using server = await start((socket) => void socket.write(response));
      assert.equal(await server.begin(), undefined);
      await until(() => server.open.size === 0);
    });
  }

  test('does not begin with a head that is too long', async () => {
    await using server = await start((socket) => void socket.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}`));
    await assert.rejects(server.begin(), { code: 'EMSGSIZE' });
  });

  test('does not begin if the server is silent, closes the connection, or the signal stops it', async () => {
    await using silent = await start(() => {});
    await assert.rejects(silent.begin(signal, 20), { code: 'ETIMEDOUT' });
    await assert.rejects(silent.begin(AbortSignal.timeout(20)), { name: 'TimeoutError' });
    await until(() => silent.open.size === 0);
    await using closing = await start((socket) => void socket.end());
    await assert.rejects(closing.begin(), { code: 'ECONNRESET' });
  });

  test('gives the bytes that arrived before a cut, and then fails', async () => {
    await using server = await start((socket) => void socket.end(`${head(9)}some`));
    const download = await server.begin();
    assert.ok(download);
    const into = Buffer.alloc(100);
    let text = '';
    const readAll = async () => {
      while (text.length < 9) text += into.toString('latin1', 0, await download.read(into, LONG));
    };
    await assert.rejects(readAll(), { code: 'ECONNRESET' });
    assert.equal(text, 'some');
    download.close();
  });

  test('fails if nothing arrives for a while, or the signal stops it, and a second close is harmless', async () => {
    await using server = await start((socket) => void socket.write(head(9)));
    const download = await server.begin();
    await assert.rejects(download?.read(Buffer.alloc(9), 20) ?? Promise.resolve(), { code: 'ETIMEDOUT' });
    const stop = new AbortController();
    const other = await server.begin(stop.signal);
    const reading = assert.rejects(other?.read(Buffer.alloc(9), LONG) ?? Promise.resolve(), /enough/);
    stop.abort(new Error('enough'));
    await reading;
    for (const each of [download, other, other]) each?.close();
    await until(() => server.open.size === 0);
  });

  test('stops reading the connection while nobody wants its bytes', async () => {
    let sent: Socket | undefined;
    await using server = await start((socket) => {
      sent = socket;
      socket.write(head(256 * 2 ** 20));
      socket.write(Buffer.alloc(256 * 2 ** 20));
    });
    const download = await server.begin();
    await download?.read(Buffer.alloc(10), LONG);
    // More than the two kernels' buffers hold would be taken if the socket were read on.
    for (let turns = 0; turns < 1000; turns += 1) await turn();
    assert.ok((sent?.writableLength ?? 0) > 128 * 2 ** 20);
    download?.close();
  });
});

describe('connections for downloads', () => {
  test('are used again after a body that was read to its end, and only then', async () => {
    await using server = await start((socket) => void socket.write(`${head(4)}text`));
    const first = await server.begin();
    first?.close();
    await until(() => server.open.size === 0);
    for (let times = 0; times < 3; times += 1) {
      const download = await server.begin();
      assert.ok(download && (await drain(download, [3])).equals(Buffer.from('text')));
      download.close();
    }
    assert.equal(server.opened(), 2);
  });

  test('are not used again if the server closes them, or sends more than a body', async () => {
    for (const response of [`${head(4, 'Connection: close\r\n')}text`, `${head(4)}text and more`]) {
      await using server = await start((socket) => void socket.write(response));
      const download = await server.begin();
      assert.ok(download && (await drain(download, [3])).equals(Buffer.from('text')));
      download.close();
      await until(() => server.open.size === 0);
    }
  });

  test('that the server ends while they are idle are replaced', async () => {
    await using server = await start((socket) => void socket.write(`${head(4)}text`));
    for (const opened of [1, 2]) {
      const download = await server.begin();
      assert.ok(download && (await drain(download, [4])).length === 4);
      download.close();
      assert.equal(server.opened(), opened);
      for (const socket of server.open) socket.end();
      await until(() => server.open.size === 0);
    }
  });

  test('are at most as many as may be, and whoever waits for one gets it, stops, or has waited long enough', async () => {
    await using server = await start((socket) => void socket.write(`${head(4)}text`), {
      most: 1,
      waitMilliseconds: 50,
    });
    const first = await server.begin();
    await assert.rejects(server.begin(), { code: 'ETIMEDOUT' });
    await assert.rejects(server.begin(AbortSignal.timeout(1)), { name: 'TimeoutError' });
    const second = server.begin();
    assert.ok(first && (await drain(first, [4])).length === 4);
    first.close();
    assert.ok((await second)?.size === 4);
    assert.equal(server.opened(), 1);
    (await second)?.close();
    const third = await server.begin();
    third?.close();
    assert.equal(third?.size, 4);
  });
});
