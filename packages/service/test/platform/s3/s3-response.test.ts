/** Downloads from a server whose bytes arrive in every possible way, over connections that are kept, shared and lost. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createServer as createSecureServer } from 'node:tls';
import type { S3Response } from '../../../src/platform/s3/s3-response.ts';
import { openS3Transport, type S3Connections, type S3Request } from '../../../src/platform/s3/s3-transport.ts';
import { type Certificate, newCertificate } from '../../support/certificate.ts';
import fc, { forRunsAsync } from '../../support/fast-check.ts';
import { s3SettingsOf } from '../../support/s3-settings.ts';
import { until } from '../../support/until.ts';

const { signal } = new AbortController();
const certificate = newCertificate();

/** `answer` is called for each request, with the number of its connection. With `tls`, the server speaks nothing else. */
async function start(
  answer: (socket: Socket) => void,
  { tls, ...connections }: S3Connections & { tls?: Certificate } = {},
) {
  const open = new Set<Socket>();
  let opened = 0;
  const connected = (socket: Socket) => {
    open.add(socket);
    opened += 1;
    socket
      .setNoDelay(true)
      .on('error', () => {})
      .once('close', () => open.delete(socket))
      .on('data', (bytes) => String(bytes).endsWith('\r\n\r\n') && answer(socket));
  };
  const server: Server = tls ? createSecureServer(tls, connected) : createServer(connected);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http${tls ? 's' : ''}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = s3SettingsOf({ url: 's3://bucket', endpoint, accessKeyId: 'KEY', secretAccessKey: 'secret' });
  const transport = openS3Transport({ ...settings, ca: tls?.cert }, connections);
  return {
    open,
    opened: () => opened,
    begin: (changes: Partial<S3Request> = {}) =>
      transport.download({ method: 'GET', name: 'object', signal, ...changes }),
    [Symbol.asyncDispose]: async () => {
      transport[Symbol.dispose]();
      for (const socket of open) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

/** Of a success with a body of so many bytes. */
const headOf = (size: number, more = '') =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\nX-Amz-Meta-Own: a: b \r\n${more}\r\n`;
const sends = (bytes: string) => (socket: Socket) => void socket.write(bytes);
const TEXT = `${headOf(4)}text`;

/** Reads to the end, into buffers of these sizes by turns, with a turn of the event loop after each. */
async function drain(download: S3Response, sizes: readonly number[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let at = 0; ; at += 1) {
    const into = Buffer.alloc(sizes[at % sizes.length] ?? 1);
    const bytes = await download.read(into);
    if (bytes === 0) return Buffer.concat(parts);
    // Bytes that arrive later must not change what was read.
    await turn();
    parts.push(into.subarray(0, bytes));
  }
}

describe('a download', () => {
  for (const [network, tls] of Object.entries({ TCP: undefined, TLS: certificate })) {
    const skip = network === 'TLS' && tls === undefined ? 'openssl is missing' : false;
    test(`has the bytes of the body, however they arrive over ${network} and are read`, { skip }, async () => {
      let pieces: readonly Buffer[] = [];
      await using server = await start(
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
        assert.deepEqual([download.status, download.size, download.headers['x-amz-meta-own']], [200, size, 'a: b']);
        // Small buffers would take a read for each few bytes of a large body.
        const read = await drain(download, size > 10_000 ? reads.map((bytes) => bytes + 1000) : reads);
        download.close();
        assert.ok(read.equals(body));
      });
      assert.equal(server.opened(), 1);
    });
  }

  test('fails if its chunks are wrong, or its head is too long', async () => {
    const chunked = 'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n';
    for (const [response, code] of [
      [`${chunked}x\r\n`, 'EPROTO'],
      [`${chunked}1\r\nab\r\n`, 'EPROTO'],
      [`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(20_000)}`, 'EMSGSIZE'],
    ] as const) {
      await using server = await start(sends(response));
      await assert.rejects(async () => await (await server.begin()).text(20_000), { code });
      await until(() => server.open.size === 0);
    }
  });

  test('does not begin if the server is silent, closes the connection, or the signal stops it', async () => {
    await using silent = await start(() => {});
    await assert.rejects(silent.begin({ waitMilliseconds: 20 }), { code: 'ETIMEDOUT' });
    await assert.rejects(silent.begin({ signal: AbortSignal.timeout(20) }), { name: 'TimeoutError' });
    await until(() => silent.open.size === 0);
    await using closing = await start((socket) => void socket.end());
    await assert.rejects(closing.begin(), { code: 'ECONNRESET' });
  });

  test('gives the bytes that arrived before a cut, and then fails', async () => {
    await using server = await start((socket) => void socket.end(`${headOf(9)}some`));
    const download = await server.begin();
    const into = Buffer.alloc(100);
    let text = '';
    const readAll = async () => {
      while (text.length < 9) text += into.toString('latin1', 0, await download.read(into));
    };
    await assert.rejects(readAll(), { code: 'ECONNRESET' });
    assert.equal(text, 'some');
    download.close();
  });

  test('fails if nothing arrives for a while, or the signal stops it, and a second close is harmless', async () => {
    await using server = await start(sends(headOf(9)));
    const download = await server.begin({ silenceMilliseconds: 20 });
    await assert.rejects(download.read(Buffer.alloc(9)), { code: 'ETIMEDOUT' });
    const stop = new AbortController();
    const other = await server.begin({ signal: stop.signal });
    const reading = assert.rejects(other.read(Buffer.alloc(9)), /enough/);
    stop.abort(new Error('enough'));
    await reading;
    for (const each of [download, other, other]) each.close();
    await until(() => server.open.size === 0);
  });

  test('stops reading the connection while nobody wants its bytes', async () => {
    let sent: Socket | undefined;
    await using server = await start((socket) => {
      sent = socket;
      socket.write(headOf(256 * 2 ** 20));
      socket.write(Buffer.alloc(256 * 2 ** 20));
    });
    const download = await server.begin();
    await download.read(Buffer.alloc(10));
    // More than the two kernels' buffers hold would be taken if the socket were read on.
    for (let turns = 0; turns < 1000; turns += 1) await turn();
    assert.ok((sent?.writableLength ?? 0) > 128 * 2 ** 20);
    download.close();
  });
});

describe('connections for downloads', () => {
  test('are not used again if the server closes them, or sends more than a body', async () => {
    for (const response of [`${headOf(4, 'Connection: close\r\n')}text`, `${TEXT} and more`]) {
      await using server = await start(sends(response));
      const download = await server.begin();
      assert.equal(String(await drain(download, [3])), 'text');
      download.close();
      await until(() => server.open.size === 0);
    }
  });

  test('are at most as many as may be, and whoever waits for one gets it, stops, or has waited long enough', async () => {
    const long = headOf(9);
    await using hasty = await start(sends(long), { most: 1, waitMilliseconds: 1000 });
    const only = await hasty.begin();
    await assert.rejects(hasty.begin(), { code: 'ETIMEDOUT' });
    only.close();
    await using server = await start(sends(`${long}some`), { most: 1 });
    const first = await server.begin();
    await assert.rejects(server.begin({ signal: AbortSignal.timeout(1) }), { name: 'TimeoutError' });
    const second = server.begin();
    assert.equal(server.opened(), 1);
    first.close();
    assert.equal((await second).size, 9);
    (await second).close();
    assert.equal((await server.begin()).size, 9);
  });
});
