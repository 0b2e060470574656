import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind another one on their connection. */
export const MOST_WAITING = 100;

/** Requests that wait on each connection. */
const waiting = new WeakMap<Socket, number>();

/**
 * Begins `work` when the answer's turn on its connection has come: answers that were made ahead would keep files and memory for a
 * caller who may take none of them, and with their bytes in the way Node wouldn't hear the caller hang up. False where as many
 * wait as may; then nothing is begun. Never begins for a caller who hangs up before.
 */
export function inTurn({ socket }: IncomingMessage, response: ServerResponse, work: () => void): boolean {
  // An answer is given the connection when those before it are sent.
  if (response.socket) {
    work();
    return true;
  }
  const before = waiting.get(socket) ?? 0;
  if (before >= MOST_WAITING) return false;
  waiting.set(socket, before + 1);
  response.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    work();
  });
  return true;
}
