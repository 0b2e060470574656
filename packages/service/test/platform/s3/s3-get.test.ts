/** Downloads from a server whose bytes arrive in every possible way. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import fc from 'fast-check';
import { ROOM_MILLISECONDS } from '../../../src/platform/s3/s3-get.ts';
import { newCertificate } from '../../support/certificate.ts';
import { openManualTimers } from '../../support/manual-timers.ts';
import { until } from '../../support/until.ts';
import { drain, headOf, LONG, startRawServer } from './raw-server.ts';

const { signal } = new AbortController();
const certificate = newCertificate();
/** Bytes of the buffer of a socket. */
const BUFFER = 65_536;

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
      await using server = await startRawServer(
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
            const all = Buffer.concat([Buffer.from(headOf(size)), body]);
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
    ['a body of two sizes', headOf(5, 'Content-Length: 6\r\n')],
    ['a size that is no number', 'HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\n'],
    ['a broken header', headOf(5, 'a b\r\n')],
    ['an older protocol', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
  ] as const) {
    test(`is left to node:http after ${what}, and its connection is closed`, async () => {
      await using server = await startRawServer((socket) => void socket.write(response));
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
      await using server = await startRawServer(async (socket) => {
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
      await using server = await startRawServer(
        (socket) => void socket.write(`HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`),
      );
      await assert.rejects(server.begin(), { code });
      await until(() => server.open.size === 0);
    }
  });

  test('does not begin with a head that is too long', async () => {
    await using server = await startRawServer(
      (socket) => void socket.write(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}`),
    );
    await assert.rejects(server.begin(), { code: 'EMSGSIZE' });
  });

  test('does not begin if the server is silent, closes the connection, or the signal stops it', async () => {
    await using silent = await startRawServer(() => {});
    await assert.rejects(silent.begin(signal, 20), { code: 'ETIMEDOUT' });
    await assert.rejects(silent.begin(AbortSignal.timeout(20)), { name: 'TimeoutError' });
    await until(() => silent.open.size === 0);
    await using closing = await startRawServer((socket) => void socket.end());
    await assert.rejects(closing.begin(), { code: 'ECONNRESET' });
  });

  test('gives the bytes that arrived before a cut, and then fails', async () => {
    await using server = await startRawServer((socket) => void socket.end(`${headOf(9)}some`));
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
    await using server = await startRawServer((socket) => void socket.write(headOf(9)));
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

  for (const [what, code, end] of [
    ['the server is silent', 'ETIMEDOUT', () => {}],
    ['the server ends the connection', 'ECONNRESET', (socket: Socket) => socket.end()],
  ] as const) {
    test(`gives all that came before ${what}, and then leaves the buffer alone`, async () => {
      // As many bytes as the buffer of the socket has, so that further ones would go into the caller's buffer.
      for (const size of [BUFFER - 1, BUFFER, BUFFER + 1, 2 * BUFFER, 200_000]) {
        let sent: Socket | undefined;
        await using server = await startRawServer(async (socket) => {
          sent = socket;
          socket.write(headOf(1_000_000));
          await turn();
          socket.write(Buffer.alloc(size, 1), () => end(socket));
        });
        const timers = openManualTimers();
        const download = await server.begin(signal, LONG, timers.start);
        assert.ok(download);
        const buffers: Buffer[] = [];
        let bytes = 0;
        const readAll = async () => {
          for (;;) {
            const into = Buffer.alloc(500_000);
            const read = await download.read(into, LONG);
            bytes += read;
            buffers.push(into.fill(2, 0, read));
          }
        };
        let isOver = false;
        const over = assert.rejects(readAll(), { code }).finally(() => {
          isOver = true;
        });
        await until(() => {
          const left = size - bytes;
          // All has arrived: nothing is left, or the socket holds the caller's buffer after all that is left.
          if (code === 'ETIMEDOUT' && (left === 0 || (left === BUFFER && timers.isRunning(ROOM_MILLISECONDS))))
            timers.pass(LONG);
          return isOver;
        });
        await over;
        assert.equal(bytes, size);
        sent?.write(Buffer.alloc(100_000, 3));
        download.close();
        await until(() => server.open.size === 0);
        assert.ok(buffers.every((buffer) => !buffer.includes(3)));
      }
    });
  }

  test('waits for the whole silence after each byte, but hardly after bytes that exactly fill the buffer of the socket', async () => {
    let sent: Socket | undefined;
    await using server = await startRawServer((socket) => {
      sent = socket;
      socket.write(headOf(1_000_000));
    });
    const timers = openManualTimers();
    const download = await server.begin(signal, LONG, timers.start);
    assert.ok(download && sent);
    const into = Buffer.alloc(500_000);
    /** Sends as much as the buffer holds, and reads until it has arrived and the socket holds the caller's buffer. */
    const fillBuffer = async () => {
      const written = Promise.withResolvers<void>();
      sent?.write(Buffer.alloc(BUFFER), () => written.resolve());
      await written.promise;
      const reading = download.read(into, LONG);
      timers.pass(LONG - 1);
      await until(() => timers.isRunning(ROOM_MILLISECONDS));
      return { reading };
    };
    const first = await fillBuffer();
    timers.pass(ROOM_MILLISECONDS - 1);
    sent.write('more');
    assert.equal(await first.reading, BUFFER + 4);
    const second = await fillBuffer();
    timers.pass(ROOM_MILLISECONDS);
    assert.equal(await second.reading, BUFFER);
    await assert.rejects(download.read(into, LONG), { code: 'ETIMEDOUT' });
    download.close();
  });

  test('stops reading the connection while nobody wants its bytes', async () => {
    let sent: Socket | undefined;
    await using server = await startRawServer((socket) => {
      sent = socket;
      socket.write(headOf(256 * 2 ** 20));
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
