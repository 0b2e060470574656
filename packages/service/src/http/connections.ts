import type { Server, Socket } from 'node:net';
import type { ConnectionLimit } from '../coordination/connection-limit.ts';
import { plainAddress } from '../coordination/network-of.ts';
import { openProxies } from './client.ts';
import type { Metrics } from './metrics/metrics.ts';

/**
 * Closes new connections of addresses that have too many. Trusted proxies are exempt, because they connect for all
 * their callers.
 */
export function boundPerAddress(
  server: Server,
  {
    trustProxy,
    connectionLimit,
    metrics,
  }: {
    readonly trustProxy: readonly string[];
    readonly connectionLimit: ConnectionLimit | undefined;
    readonly metrics: Pick<Metrics, 'connectionRefused'>;
  },
): void {
  if (!connectionLimit) return;
  const isProxy = openProxies(trustProxy);
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
