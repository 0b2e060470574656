import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, plainAddress } from '../coordination/network-of.ts';
import type { Metrics } from './metrics/metrics.ts';
import { hasOpenRequest } from './overload/pipeline.ts';

interface Connection {
  readonly network: string;
  /** When its last request arrived, else when it was opened, in milliseconds. */
  since: number;
}

/**
 * Keeps the number of open connections at `most`. A new one takes the place of the longest idle one of the network with
 * the most, so that a few callers with many connections can't keep others out, monitoring included. If that network has
 * none that is idle, its oldest one goes, provided that it has twice as many as the network of the new one; otherwise the
 * new one is closed. Connections of trusted proxies stay, because they serve many callers. Returns a function to be called
 * with the connection of each request.
 */
export function keepRoom(
  server: Server,
  {
    most,
    isProxy,
    metrics,
  }: {
    readonly most: number;
    isProxy(address: string): boolean;
    readonly metrics: Pick<Metrics, 'connectionRefused'>;
  },
): (socket: Socket) => void {
  const connections = new WeakMap<Socket, Connection>();
  /** Those that may be closed, by network, each from the longest idle one to the one that asked last. */
  const networks = new Map<string, Set<Socket>>();
  const open = new Set<Socket>();

  function enter(socket: Socket): ReadonlySet<Socket> | undefined {
    const address = plainAddress(socket.remoteAddress ?? '');
    open.add(socket);
    socket.once('close', () => leave(socket));
    if (isProxy(address)) return undefined;
    const network = networkOf(address);
    connections.set(socket, { network, since: performance.now() });
    return networks.getOrInsertComputed(network, () => new Set()).add(socket);
  }

  function leave(socket: Socket): void {
    open.delete(socket);
    const network = connections.get(socket)?.network ?? '';
    const own = networks.get(network);
    own?.delete(socket);
    if (own?.size === 0) networks.delete(network);
  }

  function close(socket: Socket): void {
    metrics.connectionRefused();
    leave(socket);
    socket.destroy();
  }

  /** The connection that makes room for a new one, of which `own` are all of its network. */
  function toClose(socket: Socket, own: ReadonlySet<Socket> | undefined): Socket {
    const largest = Iterator.from(networks.values()).reduce((most, { size }) => Math.max(most, size), 0);
    const since = (each: Socket) => connections.get(each)?.since ?? 0;
    /** The oldest of the first ones of the largest networks: looks at few, because this is done for each new connection. */
    const oldest = (isMeant: (each: Socket) => boolean) => {
      let first: Socket | undefined;
      for (const sockets of networks.values()) {
        const own = sockets.size < largest ? undefined : Iterator.from(sockets).find(isMeant);
        if (own && !(first && since(first) <= since(own))) first = own;
      }
      return first;
    };
    const isOther = (each: Socket) => each !== socket;
    const idle = oldest((each) => isOther(each) && !hasOpenRequest(each));
    return idle ?? (largest >= 2 * (own?.size ?? 1) ? oldest(isOther) : undefined) ?? socket;
  }

  server.on('connection', (socket: Socket) => {
    // Closed by the limit of its address.
    if (socket.destroyed) return;
    const own = enter(socket);
    if (open.size > most) close(toClose(socket, own));
  });
  return (socket) => {
    const connection = connections.get(socket);
    const own = connection && networks.get(connection.network);
    if (!connection || !own?.delete(socket)) return;
    own.add(socket);
    connection.since = performance.now();
  };
}
