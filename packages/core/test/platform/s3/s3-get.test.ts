/** Downloads from a server whose bytes arrive in every possible way. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { newCertificate } from '../../support/certificate.ts';
import fc, { forRunsAsync } from '../../support/fast-check.ts';
import { drain, headOf, LONG, startRawServer } from './raw-server.ts';

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
