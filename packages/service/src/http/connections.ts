/** Limits the connections of each address, and ends them all when the service stops. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { ConnectionLimit } from '../coordination/connection-limit.ts';
import { plainAddress } from '../coordination/network-of.ts';
import type { Metrics } from './metrics/metrics.ts';
import { hasOpenRequest } from './overload/pipeline.ts';

/** Interval of the sweep that ends idle connections while the server closes. */
const SWEEP_MILLISECONDS = 50;

/**
 * Closes new connections of addresses that have too many. Trusted proxies are exempt, because they connect for all
 * their callers.
 */
export function limitPerAddress(
  server: Server,
  {
    isProxy,
    connectionLimit,
    metrics,
  }: {
    isProxy(address: string): boolean;
    readonly connectionLimit: ConnectionLimit | undefined;
    readonly metrics: Pick<Metrics, 'connectionRefused'>;
  },
): void {
  if (!connectionLimit) return;
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (isProxy(address)) return;
    const release = connectionLimit.take(address);
    if (release) socket.once('close', release);
    else {
      metrics.connectionRefused();
      socket.destroy();
    }
  });
}

/**
 * Returns a function that stops listening and ends each connection as soon as it has no open request and no unsent
 * answer. It resolves when all are closed.
 */
export function openDraining(server: Server): () => Promise<void> {
  /** Open connections, each with the number of bytes received up to the last sweep. */
  const connections = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, -1);
    socket.once('close', () => connections.delete(socket));
  });

  /** Ends connections that received nothing since the last sweep and have no open request and no unsent answer. */
  function sweep(): void {
    for (const [socket, before] of connections) {
      const isQuiet = socket.bytesRead === before;
      connections.set(socket, socket.bytesRead);
      if (isQuiet && socket.writableLength === 0 && !hasOpenRequest(socket)) socket.destroy();
    }
  }

  return async () => {
    const timer = setInterval(sweep, SWEEP_MILLISECONDS);
    const closed = once(server, 'close');
    // The method of `node:http` also ends connections whose last answer is handed over, but not yet taken by the caller.
    NetServer.prototype.close.call(server);
    await closed;
    clearInterval(timer);
    // Stops Node's timer for slow requests.
    server.close(() => {});
  };
}
