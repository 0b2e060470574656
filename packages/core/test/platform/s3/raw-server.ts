/** A server that answers each GET with bytes of the test's choice, and the connections to it. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { createServer as createSecureServer } from 'node:tls';
import { type S3Response, sendS3Get } from '../../../src/platform/s3/s3-get.ts';
import { type S3Connections, S3Sockets } from '../../../src/platform/s3/s3-sockets.ts';
import type { Certificate } from '../../support/certificate.ts';

const { signal } = new AbortController();
/** Longer than any test takes, in milliseconds. */
export const LONG = 20_000;

type Answer = (socket: Socket, connection: number) => void;

/** `answer` is called for each request, with the number of its connection. With `tls`, the server speaks nothing else. */
export async function startRawServer(
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
  const sockets = new S3Sockets(url.href, { ...connections, ca: tls?.cert });
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

/** Of a success with a body of so many bytes. */
export const headOf = (size: number, more = '') =>
  `HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\nX-Amz-Meta-Own: a: b \r\n${more}\r\n`;

/** Reads to the end, into buffers of these sizes by turns, with a turn of the event loop after each. */
export async function drain(download: S3Response, sizes: readonly number[]): Promise<Buffer> {
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
