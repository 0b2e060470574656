/** Sends head and body of an answer as one buffer. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';

/** An answer as it goes over the wire, except for its date. */
export interface SingleWrite {
  readonly status: number;
  /** Status line and headers, each with its line break. */
  readonly head: string;
  readonly body: Uint8Array;
  /** Head with the date of `second`, and body; made again when that second has passed. */
  bytes: Buffer;
  second: number;
}

const NONE = Buffer.alloc(0);

/** Makes a piece. Header values must be valid for Node, because nothing checks them later. */
export function singleWriteOf(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array = NONE,
): SingleWrite {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (const [name, value] of Object.entries(headers)) {
    head += `${name}: ${value}\r\n`;
  }
  return { status, head, body, bytes: NONE, second: -1 };
}

/** True if the connection stays open, as is the default of HTTP/1.1, and this answer is the next one on it. */
export function allowsSingleWrite({ httpVersion, headers }: IncomingMessage, { socket }: ServerResponse): boolean {
  const { connection } = headers;
  if (httpVersion !== '1.1' || socket === null) return false;
  return connection === undefined || connection.toLowerCase() === 'keep-alive';
}

/**
 * Ends an answer with a piece; only allowed where `allowsSingleWrite` is true. Node would build and check a head for each
 * answer and write it separately from the body; this takes half the time. `idleSeconds` is how long the server keeps an
 * idle connection open.
 */
export function writeOnce(response: ServerResponse, piece: SingleWrite, idleSeconds: number): void {
  const { socket } = response;
  // The caller has hung up.
  if (socket === null || socket.destroyed) return;
  const second = Math.floor(Date.now() / 1000);
  if (piece.second !== second) {
    // Never changed in place: the bytes of an earlier second may still be in the send buffer.
    const rest = `date: ${dateOf(second)}\r\nconnection: keep-alive\r\nkeep-alive: timeout=${idleSeconds}\r\n\r\n`;
    const head = piece.head + rest;
    // A slice of a shared buffer would keep that whole buffer in memory.
    piece.bytes = Buffer.allocUnsafeSlow(head.length + piece.body.length);
    piece.bytes.write(head, 'latin1');
    piece.bytes.set(piece.body, head.length);
    piece.second = second;
  }
  response.statusCode = piece.status;
  socket.write(piece.bytes);
  // Lets the server continue with the connection.
  response.emit('finish');
}

let lastSecond = 0;
let lastDate = '';

function dateOf(second: number): string {
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}
