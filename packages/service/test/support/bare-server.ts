/** A server without a service, to test what happens on its connections. */

import { connect, type Socket } from 'node:net';
import pino from 'pino';
import { ANY_ORIGIN } from '../../src/http/cors.ts';
import { Metrics } from '../../src/http/metrics/metrics.ts';
import type { QueuedRequest } from '../../src/http/overload/admission.ts';
import { FileBuffers } from '../../src/http/response-cache/file-buffers.ts';
import { Unsent } from '../../src/http/unsent.ts';

export const BARE_SERVER = {
  host: '127.0.0.1',
  port: 0,
  reusePort: false,
  trustProxy: [],
  limits: { connections: 100, headersSeconds: 60, idleSeconds: 60 },
  log: pino({ level: 'silent' }),
  stallSeconds: 600,
  cached: () => undefined,
  userOf: () => undefined,
  cors: () => ANY_ORIGIN,
  admission: { admit: ({ start }: QueuedRequest) => start(), connectionAccepted: () => {} },
  metrics: new Metrics(() => []),
  unsent: new Unsent({ megabytes: 256 }),
  fileBuffers: new FileBuffers(1),
  connectionLimit: undefined,
  rateLimit: undefined,
} as const;

/** A connection that has sent this, and what it has received so far. */
export interface RawCaller extends Disposable {
  readonly socket: Socket;
  received(): string;
}

export function callRaw(
  port: number,
  text: string | Uint8Array,
  options: { readonly allowHalfOpen?: boolean; readonly localAddress?: string } = {},
): RawCaller {
  const socket = connect({ port, host: '127.0.0.1', ...options });
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (part) => {
    received += part;
  });
  socket.on('error', () => {});
  socket.write(text);
  return { socket, received: () => received, [Symbol.dispose]: () => socket.destroy() };
}

export function statusesIn(received: string): readonly number[] {
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}
