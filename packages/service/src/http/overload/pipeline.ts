/** Requests that follow each other on a connection before they are answered. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait behind another one on their connection. */
export const MOST_PIPELINED = 100;

/** Characters of targets and headers that may wait on a connection; the longest query fits. */
export const MOST_PIPELINED_CHARACTERS = 144 * 1024;

interface Line {
  requests: number;
  characters: number;
}

/** What waits on each connection. */
const waiting = new WeakMap<Socket, Line>();

/**
 * Begins `work` when the answer's turn on its connection has come: answers that were made ahead would keep files and memory for a
 * caller who may take none of them, and with their bytes in the way Node wouldn't hear the caller hang up. False where as much
 * waits as may; then nothing is begun. Never begins for a caller who hangs up before.
 */
export function inTurn(request: IncomingMessage, response: ServerResponse, work: () => void): boolean {
  // An answer is given the connection when those before it are sent.
  if (response.socket) {
    work();
    return true;
  }
  const line = waiting.getOrInsertComputed(request.socket, () => ({ requests: 0, characters: 0 }));
  const characters = charactersOf(request);
  if (line.requests >= MOST_PIPELINED || line.characters + characters > MOST_PIPELINED_CHARACTERS) return false;
  line.requests += 1;
  line.characters += characters;
  response.once('socket', () => {
    line.requests -= 1;
    line.characters -= characters;
    work();
  });
  return true;
}

/**
 * Answers that may wait behind another one on their connection, cached ones and refusals included. Each takes some kilobytes,
 * and a caller could make thousands of them with one packet.
 */
export const MOST_QUEUED = 256;

const queued = new WeakMap<Socket, number>();

/** Counts an answer that has to wait on its connection. Returns true, and closes the connection, if too many wait. */
export function isFlooding({ socket }: IncomingMessage, response: ServerResponse): boolean {
  if (response.socket) return false;
  const count = (queued.get(socket) ?? 0) + 1;
  if (count > MOST_QUEUED) socket.destroy();
  if (socket.destroyed) return true;
  queued.set(socket, count);
  response.once('socket', () => queued.set(socket, (queued.get(socket) ?? 1) - 1));
  return false;
}

function charactersOf({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length);
}

/** Drops what a request said, where its answer is made already and only waits to be sent: so it counts for nothing in the line. */
export function forgetWaiting(request: IncomingMessage, response: ServerResponse): void {
  if (response.socket) return;
  request.url = '';
  request.headers = {};
  request.rawHeaders = [];
}

/** The last request of each connection that is not answered in the turn in which it came; those before it are answered earlier. */
const unanswered = new WeakMap<Socket, ServerResponse>();

/** Tells of a request, so that `mayRefuse` knows of it. */
export function begin(response: ServerResponse): void {
  unanswered.set(response.req.socket, response);
  response.on('close', end);
}

function end(this: ServerResponse): void {
  const { socket } = this.req;
  if (unanswered.get(socket) === this) unanswered.delete(socket);
}

/** True where a request of the connection isn't answered yet. */
export function isAsked(socket: Socket): boolean {
  return unanswered.has(socket);
}

/**
 * Does `work` when all complete requests of the connection are answered, or at once where `mayRefuse`. If the malformed request is being
 * answered already, the connection ends after that answer instead.
 */
export function whenAnswered(socket: Socket, work: () => void): void {
  const last = unanswered.get(socket);
  if (last === undefined || mayRefuse(socket)) work();
  else if (last.req.complete) last.once('close', () => whenAnswered(socket, work));
  else last.once('close', () => socket.end());
}

/**
 * True where bytes written to a connection now are the next answer that its caller waits for: nothing is being answered, or only
 * the request that turned out to be malformed, of whose answer nothing was sent yet.
 */
export function mayRefuse(socket: Socket): boolean {
  const last = unanswered.get(socket);
  if (last === undefined) return true;
  return !last.req.complete && last.socket === socket && !last.headersSent;
}
