import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from './answer.ts';

/**
 * Returns a function that registers what to release when the answer ends. It also listens to the connection: a response
 * that waits behind another one gets no event of its own when the connection closes.
 */
export function releaseAtEnd(socket: Socket, response: ServerResponse): Request['onEnd'] {
  const releases: (() => void)[] = [];
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    socket.off('close', end);
    for (const release of releases.splice(0)) release();
  };
  return (release) => {
    if (hasEnded || response.closed || socket.destroyed) return release();
    if (releases.push(release) > 1) return;
    response.once('close', end);
    socket.once('close', end);
  };
}
