/** Downloads from a server whose bytes arrive in every possible way. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { newCertificate } from '../../support/certificate.ts';
import fc, { forRunsAsync } from '../../support/fast-check.ts';
import { until } from '../../support/until.ts';
import { drain, headOf, LONG, startRawServer } from './raw-server.ts';

const { signal } = new AbortController();
const certificate = newCertificate();
describe('a download', () => {
  for (const [network, tls] of Object.entries({ TCP: undefined, TLS: certificate })) {
    const skip = network === 'TLS' && tls === undefined ? 'openssl is missing' : false;
    test(`has the bytes of the body, however they arrive over ${network} and are read`, { skip }, async () => {
      let pieces: readonly Buffer[] = [];
      await using server = await startRawServer(
        async (socket) => {
          for (const piece of pieces) {
            socket.write(piece);
            await turn();
          }
        },
        { ...(tls && { tls }) },
      );
      const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 });
      const sizes = fc.array(fc.integer({ min: 1, max: 300_000 }), { minLength: 1, maxLength: 5 });
      await forRunsAsync(40, fc.integer({ min: 0, max: 500_000 }), cuts, sizes, async (size, at, reads) => {
        const body = randomBytes(size);
        const all = Buffer.concat([Buffer.from(headOf(size)), body]);
        const ends = [...at.map((part) => Math.floor(part * all.length)), 5, all.length].toSorted((a, b) => a - b);
        pieces = ends.map((end, index) => all.subarray(ends[index - 1] ?? 0, end));
        const download = await server.begin();
        assert.ok(download);
        assert.deepEqual([download.status, download.size, download.headers['x-amz-meta-own']], [200, size, 'a: b']);
        // Small buffers would take a read for each few bytes of a large body.
        const read = await drain(download, size > 10_000 ? reads.map((bytes) => bytes + 1000) : reads);
        download.close();
        assert.ok(read.equals(body));
      });
      assert.equal(server.opened(), 1);
    });
  }

  test('fails if its chunks are wrong or too many, or its head is too long', async () => {
    const chunked = 'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n';
    for (const [response, code] of [
      [`${chunked}x\r\n`, 'EPROTO'],
      [`${chunked}1\r\nab\r\n`, 'EPROTO'],
      [`${chunked}${'ffffff\r\n'.padEnd(100_000)}`, 'EMSGSIZE'],
      [`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}`, 'EMSGSIZE'],
    ] as const) {
      await using server = await startRawServer((socket) => void socket.write(response));
      await assert.rejects(server.begin(), { code });
      await until(() => server.open.size === 0);
    }
  });

  test('does not begin if the server is silent, closes the connection, or the signal stops it', async () => {
    await using silent = await startRawServer(() => {});
    await assert.rejects(silent.begin(signal, 20), { code: 'ETIMEDOUT' });
    await assert.rejects(silent.begin(AbortSignal.timeout(20)), { name: 'TimeoutError' });
    await until(() => silent.open.size === 0);
    await using closing = await startRawServer((socket) => void socket.end());
    await assert.rejects(closing.begin(), { code: 'ECONNRESET' });
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
