import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { hasOpenRequest } from './overload/pipeline.ts';

/** Ends the connections of a closing server, each as soon as it has no open request and no unsent answer. */
export interface Draining {
  /** Ends connections that received nothing since the last call and have no open request and no unsent answer. */
  endIdle(): void;
}

/**
 * Replaces Node's `closeIdleConnections`, which closing a server calls. Node regards a connection as idle once the last
 * answer is handed over, so it would cut off what a slow caller has not taken yet.
 */
export function openDraining(server: Server): Draining {
  /** Open connections, each with the number of bytes received up to the last call. */
  const connections = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, -1);
    socket.once('close', () => connections.delete(socket));
  });

  function endIdle(): void {
    for (const [socket, before] of connections) {
      const isQuiet = socket.bytesRead === before;
      connections.set(socket, socket.bytesRead);
      if (isQuiet && socket.writableLength === 0 && !hasOpenRequest(socket)) socket.destroy();
    }
  }

  server.closeIdleConnections = endIdle;
  return { endIdle };
}
