import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isAsked } from './overload/pipeline.ts';

/** Ends the connections of a server that is being closed, each when nothing is asked or sent on it any more. */
export interface Draining {
  /** Ends those on which nothing has come since the last call, nothing waits for its answer, and no answer waits for its caller. */
  endIdle(): void;
}

/**
 * Node's own `closeIdleConnections`, which closing a server calls, takes a connection for idle as soon as the last answer is handed
 * over: what a slow caller had not taken by then was cut. So this stands in its place.
 */
export function openDraining(server: Server): Draining {
  /** Connections, and how much had come on each at the last call. */
  const connections = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, -1);
    socket.once('close', () => connections.delete(socket));
  });

  function endIdle(): void {
    for (const [socket, before] of connections) {
      const isQuiet = socket.bytesRead === before;
      connections.set(socket, socket.bytesRead);
      if (isQuiet && socket.writableLength === 0 && !isAsked(socket)) socket.destroy();
    }
  }

  server.closeIdleConnections = endIdle;
  return { endIdle };
}
