/** Limits pipelined requests: those that arrive on a connection before earlier ones are answered. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Most characters of waiting targets and headers per connection; the longest query fits. */
export const MAX_PIPELINED_CHARACTERS = 144 * 1024;

/** What waits on a connection, in the order of its requests. */
interface Line {
  /** Characters of waiting targets and headers. */
  characters: number;
  /** Answers that wait behind another one. */
  waiting: number;
  /** Requests that get no answer; undefined until the connection has too many. */
  ignored: number | undefined;
}

/** Lines of the connections on which a request has waited. */
const lines = new WeakMap<Socket, Line>();

const lineOf = (socket: Socket): Line =>
  lines.getOrInsertComputed(socket, () => ({ characters: 0, waiting: 0, ignored: undefined }));

/**
 * Starts `work` when it is the answer's turn on its connection. An answer made earlier would hold files and memory for
 * a caller who may take none of them, and its bytes would keep Node from noticing that the caller hangs up. Returns
 * false and starts nothing if `MAX_PIPELINED_CHARACTERS` is reached. Never starts `work` if the caller hangs up first.
 */
export function inTurn(request: IncomingMessage, response: ServerResponse, work: () => void): boolean {
  // Node assigns the connection to a response when those before it are sent.
  if (response.socket) {
    work();
    return true;
  }
  const line = lineOf(request.socket);
  const characters = charactersOf(request);
  if (line.characters + characters > MAX_PIPELINED_CHARACTERS) return false;
  line.characters += characters;
  response.once('socket', () => {
    line.characters -= characters;
    work();
  });
  return true;
}

/**
 * Most answers that wait behind another one on their connection, cached ones and refusals included. Each takes some
 * kilobytes, and a caller could cause thousands of them with one packet.
 */
export const MAX_PIPELINED = 256;

/** Most requests of a thread that are read behind the last one that their connection answers; each takes 2 KB. */
const MAX_IGNORED = 10_000;

let ignoredInAll = 0;

/**
 * Where a request stands on its connection: `answered` in its turn; the `last` one answered, because too many wait; or
 * `ignored` behind that one, as RFC 9112 (section 9.6) has it for requests behind a closing answer.
 */
export function placeInLine({ socket }: IncomingMessage, response: ServerResponse): 'answered' | 'last' | 'ignored' {
  if (socket.destroyed) return 'ignored';
  const line = lines.get(socket);
  if (line?.ignored !== undefined) {
    ignore(socket, line);
    return 'ignored';
  }
  if (response.socket) return 'answered';
  const own = lineOf(socket);
  own.waiting += 1;
  response.once('socket', () => (own.waiting -= 1));
  if (own.waiting <= MAX_PIPELINED) return 'answered';
  endLine(socket);
  return 'last';
}

/** Makes the latest request of a connection the last one that it answers. */
export function endLine(socket: Socket): void {
  const line = lineOf(socket);
  line.ignored = 0;
  socket.once('close', () => (ignoredInAll -= line.ignored ?? 0));
}

/** Counts a request without an answer. Nothing can be taken off Node's list of answers, so too many end the connection. */
function ignore(socket: Socket, line: Line): void {
  line.ignored = (line.ignored ?? 0) + 1;
  ignoredInAll += 1;
  if (ignoredInAll > MAX_IGNORED) socket.destroy();
}

function charactersOf({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length, url.length);
}

/**
 * Clears URL and headers of a request whose answer is made and only waits to be sent. Such requests don't count towards
 * `MAX_PIPELINED_CHARACTERS`, so they must not hold that memory.
 */
export function clearWaiting(request: IncomingMessage, response: ServerResponse): void {
  if (response.socket) return;
  request.url = '';
  request.headers = {};
  request.rawHeaders = [];
}

/**
 * The last request of each connection that was not answered in the turn it arrived in; earlier ones are answered first.
 */
const unanswered = new WeakMap<Socket, ServerResponse>();

/** Registers a request as unanswered, for `hasOpenRequest`, `whenAnswered` and `mayRefuse`. */
export function markUnanswered(response: ServerResponse): void {
  unanswered.set(response.req.socket, response);
  response.on('close', end);
}

function end(this: ServerResponse): void {
  const { socket } = this.req;
  if (unanswered.get(socket) === this) unanswered.delete(socket);
}

/** True if a request of the connection is not answered yet. */
export function hasOpenRequest(socket: Socket): boolean {
  return unanswered.has(socket);
}

/**
 * Runs `work` when all complete requests of the connection are answered, or immediately if `mayRefuse` allows it. If
 * the malformed request is already being answered, the connection ends after that answer instead.
 */
export function whenAnswered(socket: Socket, work: () => void): void {
  const last = unanswered.get(socket);
  if (last === undefined || mayRefuse(socket)) work();
  else if (last.req.complete) last.once('close', () => whenAnswered(socket, work));
  else last.once('close', () => socket.end());
}

/**
 * True if bytes written to the connection now are the next answer its caller waits for. Either nothing is being
 * answered, or only the request that turned out to be malformed, and nothing of its answer was sent yet.
 */
export function mayRefuse(socket: Socket): boolean {
  const last = unanswered.get(socket);
  if (last === undefined) return true;
  return !last.req.complete && last.socket === socket && !last.headersSent;
}
