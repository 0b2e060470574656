/**
 * Writes head and body of a prepared answer together, short ones as one buffer. `node:http` builds and checks a head for each
 * answer and writes it separately from the body. A cached answer of 10 kB takes 1.6 times as much processor time that way
 * (`bench:http --only cached`: 19 instead of 12 microseconds).
 *
 * This relies on undocumented behaviour of Node: the event `finish` of a response lets the server go on with the connection.
 * So `checkSingleWrite` tries it before the server starts; if it fails, `node:http` writes every answer.
 */
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { duplexPair } from 'node:stream';

/** An answer as it goes over the wire, except for its date. */
export interface SingleWrite {
  readonly status: number;
  /** Status line and headers, each with its line break. */
  readonly head: string;
  /** A short body; empty if the answer has none, or a long one, which is written after the head. */
  readonly body: Uint8Array;
  /** Head with the date of `second`, and this body; made again when that second has passed. */
  bytes: Buffer;
  second: number;
}

/** Longer bodies are written separately from their head: copying them would cost more than it saves. */
export const LONGEST_SINGLE_BYTES = 64 * 1024;
const NONE = Buffer.alloc(0);
/** Time limit of the check, which takes some milliseconds. */
const CHECK_MILLISECONDS = 10_000;

/** Prepares an answer. Header values must be valid for Node, because nothing checks them later. */
export function singleWriteOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array = NONE,
): SingleWrite {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
  return { status, head, body, bytes: NONE, second: -1 };
}

/**
 * True if the connection stays open, as is the default of HTTP/1.1, and this answer is the next one on it. Node must
 * have passed `checkSingleWrite`, too.
 */
export function allowsSingleWrite({ httpVersion, headers }: IncomingMessage, { socket }: ServerResponse): boolean {
  const { connection } = headers;
  if (httpVersion !== '1.1' || socket === null) return false;
  return connection === undefined || connection.toLowerCase() === 'keep-alive';
}

/**
 * Ends an answer; only allowed where `allowsSingleWrite` is true. Returns false if the caller has hung up.
 * `idleSeconds` is how long the server keeps an idle connection open.
 */
export function writeOnce(response: ServerResponse, prepared: SingleWrite, idleSeconds: number): boolean {
  const { socket } = response;
  if (socket === null || socket.destroyed) return false;
  response.statusCode = prepared.status;
  socket.write(bytesOf(prepared, idleSeconds));
  // Lets the server continue with the connection.
  response.emit('finish');
  return true;
}

/**
 * Ends an answer with a body that isn't part of what is prepared, where `writeOnce` is allowed. Calls `sent` when nothing reads
 * the body any more: only then does the server go on with the connection.
 */
export function writeTogether(
  response: ServerResponse,
  {
    prepared,
    body,
    idleSeconds,
    sent,
  }: {
    readonly prepared: SingleWrite;
    readonly body: Uint8Array;
    readonly idleSeconds: number;
    sent(): void;
  },
): void {
  const { socket } = response;
  if (socket === null || socket.destroyed) {
    sent();
    return;
  }
  response.statusCode = prepared.status;
  socket.cork();
  socket.write(bytesOf(prepared, idleSeconds));
  socket.write(body, (error) => {
    sent();
    if (!error) response.emit('finish');
  });
  socket.uncork();
}

function bytesOf(prepared: SingleWrite, idleSeconds: number): Buffer {
  const second = Math.floor(Date.now() / 1000);
  if (prepared.second !== second) {
    // Never changed in place: the bytes of an earlier second may still be in the send buffer.
    const rest = `date: ${dateOf(second)}\r\nconnection: keep-alive\r\nkeep-alive: timeout=${idleSeconds}\r\n\r\n`;
    const head = prepared.head + rest;
    // A slice of a shared buffer would keep that whole buffer in memory.
    prepared.bytes = Buffer.allocUnsafeSlow(head.length + prepared.body.length);
    prepared.bytes.write(head, 'latin1');
    prepared.bytes.set(prepared.body, head.length);
    prepared.second = second;
  }
  return prepared.bytes;
}

/**
 * Answers two requests on a connection within this process, each by a single write. Resolves to true if both answers
 * arrive and both responses end, which means that this Node supports such writes.
 */
export async function checkSingleWrite(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const [client, connection] = duplexPair();
  let received = '';
  let ended = 0;
  const look = () => {
    if (ended === 2 && TWO_ANSWERS.test(received)) resolve(true);
  };
  const server = createServer((request, response) => {
    response.once('close', () => {
      ended += 1;
      look();
    });
    try {
      writeOnce(response, singleWriteOf(200, { 'content-length': '2' }, Buffer.from(request.url ?? '')), 1);
    } catch {
      resolve(false);
    }
  });
  client.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1');
    look();
  });
  server.emit('connection', connection);
  client.write('GET /1 HTTP/1.1\r\nHost: check\r\n\r\nGET /2 HTTP/1.1\r\nHost: check\r\n\r\n');
  const timer = setTimeout(resolve, CHECK_MILLISECONDS, false);
  const isSupported = await promise;
  clearTimeout(timer);
  client.destroy();
  connection.destroy();
  return isSupported;
}

const TWO_ANSWERS = /^HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n\/1HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n\/2$/s;

let lastSecond = 0;
let lastDate = '';

function dateOf(second: number): string {
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}
