/** Downloads from a server whose bytes arrive in every possible way. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createServer as createSecureServer, TLSSocket } from 'node:tls';
import fc from 'fast-check';
import { type S3Response, sendS3Get } from '../../../src/platform/s3/s3-get.ts';
import { openS3Sockets, type S3Connections } from '../../../src/platform/s3/s3-sockets.ts';
import { type Certificate, newCertificate } from '../../support/certificate.ts';
import { until } from '../../support/until.ts';

const { signal } = new AbortController();
const LONG = 20_000;

type Answer = (socket: Socket, connection: number) => void;

/** `answer` is called for each request, with the number of its connection. With `tls`, the server speaks nothing else. */
async function start(
  answer: Answer,
  { tls, ...connections }: S3Connections & { readonly tls?: Certificate; readonly idleMilliseconds?: number } = {},
) {
  const open = new Set<Socket>();
  let opened = 0;
  const connected = (socket: Socket) => {
    open.add(socket);
    opened += 1;
    const number = opened;
    socket
      .setNoDelay(true)
      .on('error', () => {})
      .once('close', () => open.delete(socket));
    socket.on('data', (bytes) => String(bytes).endsWith('\r\n\r\n') && answer(socket, number));
  };
  const server: Server = tls ? createSecureServer(tls, connected) : createServer(connected);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(`${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}/object`);
  const sockets = openS3Sockets(url.href, { ...connections, ca: tls?.cert });
  return {
    open,
    sockets,
    opened: () => opened,
    begin: (from: AbortSignal = signal, waitMilliseconds = LONG) =>
      sendS3Get(sockets, { url, headers: {}, waitMilliseconds, signal: from }),
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
async function drain(download: S3Response, sizes: readonly number[]): Promise<Buffer> {
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

const certificate = newCertificate();

/** Sizes of TLS records: those that arrive together can't be refused one by one. */
const RECORDS = fc.integer({ min: 512, max: 16_384 });

describe('a download', () => {
  for (const [network, tls] of [
    ['TCP', undefined],
    ['TLS', certificate],
  ] as const) {
    const skip = network === 'TLS' && tls === undefined ? 'openssl is missing' : false;
    test(`has the bytes of the body, however they arrive over ${network} and are read`, { skip }, async () => {
      let pieces: readonly Buffer[] = [];
      let recordBytes = 0;
      await using server = await start(
        async (socket) => {
          if (socket instanceof TLSSocket) socket.setMaxSendFragment(recordBytes);
          for (const piece of pieces) {
            socket.write(piece);
            await turn();
          }
        },
        { ...(tls && { tls }) },
      );
      const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
      const sizes = fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 500_000 }),
          cuts,
          sizes,
          RECORDS,
          async (size, at, reads, record) => {
            const body = randomBytes(size);
            const all = Buffer.concat([Buffer.from(head(size)), body]);
            const ends = [...at.map((part) => Math.floor(part * all.length)), 5, all.length].toSorted((a, b) => a - b);
            pieces = ends.map((end, index) => all.subarray(ends[index - 1] ?? 0, end));
            recordBytes = record;
            const download = await server.begin();
            assert.ok(download);
            assert.deepEqual([download.status, download.size, download.headers['x-amz-meta-own']], [200, size, 'a: b']);
            // Small buffers would take a read for each few bytes of a large body.
            const read = await drain(download, size > 10_000 ? reads.map((bytes) => bytes + 1000) : reads);
            download.close();
            assert.ok(read.equals(body));
          },
        ),
        { numRuns: 40 },
      );
      assert.equal(server.opened(), 1);
    });
  }

  for (const [what, response] of [
    ['an interim response', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['a body in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a body without size', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['no body', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n'],
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

  for (const [what, response] of [
    ['of known size', 'HTTP/1.1 404 Not Found\r\nVary: a\r\nVary: b\r\nContent-Length: 7\r\n\r\n<Error>'],
    [
      'in chunks',
      'HTTP/1.1 404 Not Found\r\nVary: a\r\nVary: b\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\n<Er\r\n4\r\nror>\r\n0\r\n\r\n',
    ],
  ] as const) {
    test(`can be an error with a text ${what}, after which the connection is used again`, async () => {
      let at = 0;
      await using server = await start(async (socket) => {
        // Each cut of the response once.
        at = (at + 1) % response.length;
        socket.write(response.slice(0, at));
        await turn();
        socket.write(response.slice(at));
      });
      for (let times = 0; times < response.length; times += 1) {
        const answer = await server.begin();
        assert.deepEqual([answer?.status, answer?.headers['vary'], answer?.size], [404, 'a, b', 7]);
        assert.equal(answer && String(await drain(answer, [5])), '<Error>');
        answer?.close();
      }
      assert.equal(server.opened(), 1);
    });
  }

  test('has no end if its chunks are wrong or too many', async () => {
    for (const [chunks, code] of [
      ['x\r\n', 'EPROTO'],
      ['1\r\nab\r\n', 'EPROTO'],
      ['ffffff\r\n'.padEnd(100_000), 'EMSGSIZE'],
    ] as const) {
      await using server = await start(
        (socket) => void socket.write(`HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`),
      );
      await assert.rejects(server.begin(), { code });
      await until(() => server.open.size === 0);
    }
  });

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

  test('that die while they are idle are replaced at once, even if nothing tells that they are dead', async () => {
    for (const [what, waitMilliseconds] of [
      ['cut', LONG],
      ['silent', 200],
    ] as const) {
      const served = new Set<Socket>();
      await using server = await start((socket) => {
        if (!served.has(socket)) socket.write(`${head(4)}text`);
        else if (what === 'cut') socket.destroy();
        served.add(socket);
      });
      const first = await server.begin();
      assert.ok(first && (await drain(first, [4])).length === 4);
      first.close();
      const second = await server.begin(signal, waitMilliseconds).catch((error: unknown) => error);
      // A new connection may be slow, too, but it was tried.
      if (what === 'cut') assert.equal((second as S3Response).size, 4);
      assert.equal(server.opened(), 2);
    }
  });

  test('are idle only for a while, and not as long as the server keeps them', async () => {
    for (const [keepAlive, idleMilliseconds] of [
      ['', 1],
      ['Keep-Alive: timeout=1, max=100\r\n', LONG],
    ] as const) {
      await using server = await start((socket) => void socket.write(`${head(4, keepAlive)}text`), {
        idleMilliseconds,
      });
      const download = await server.begin();
      assert.ok(download && (await drain(download, [4])).length === 4);
      download.close();
      await until(() => server.open.size === 0);
    }
  });

  test('are at most as many as may be, and whoever waits for one gets it, stops, or has waited long enough', async () => {
    await using hasty = await start((socket) => void socket.write(`${head(4)}text`), { most: 1, waitMilliseconds: 1 });
    const only = await hasty.begin();
    await assert.rejects(hasty.begin(), { code: 'ETIMEDOUT' });
    only?.close();
    await using server = await start((socket) => void socket.write(`${head(4)}text`), { most: 1 });
    const first = await server.begin();
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

  test('are not lost if whoever waits stops in the moment that one becomes free', async () => {
    await using server = await start((socket) => void socket.write(`${head(4)}text`), { most: 1 });
    const first = await server.begin();
    const stop = new AbortController();
    const second = assert.rejects(server.begin(stop.signal), /enough/);
    stop.abort(new Error('enough'));
    first?.close();
    await second;
    const third = await server.begin();
    assert.equal(third?.size, 4);
    third?.close();
  });

  test('are not opened any more after they were all closed', async () => {
    await using server = await start((socket) => void socket.write(`${head(4)}text`), { most: 1 });
    const first = await server.begin();
    const second = assert.rejects(server.begin(), /were closed/);
    server.sockets[Symbol.dispose]();
    first?.close();
    await second;
    await assert.rejects(server.begin(), /were closed/);
    assert.equal(server.opened(), 1);
  });
});
