/** Sends head and body of an answer as one piece of memory. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';

/** An answer as it goes over the wire, but for its date. */
export interface Piece {
  readonly status: number;
  /** Status line and headers, each line with its end. */
  readonly head: string;
  readonly body: Uint8Array;
  /** With the date of `second`; made anew when that has passed. */
  bytes: Buffer;
  second: number;
}

const NONE = Buffer.alloc(0);

/** The values of headers must be such as Node takes. */
export function pieceOf(status: number, headers: Readonly<Record<string, string>>, body: Uint8Array = NONE): Piece {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (const [name, value] of Object.entries(headers)) {
    head += `${name}: ${value}\r\n`;
  }
  return { status, head, body, bytes: NONE, second: -1 };
}

/** True where the connection stays open, as HTTP/1.1 does by itself, and this answer is the next on it. */
export function takesOnePiece({ httpVersion, headers }: IncomingMessage, { socket }: ServerResponse): boolean {
  const { connection } = headers;
  if (httpVersion !== '1.1' || socket === null) return false;
  return connection === undefined || connection.toLowerCase() === 'keep-alive';
}

/**
 * Ends an answer with a piece, where that may be (`takesOnePiece`). Node puts a head together and checks it anew each time, and
 * writes it apart from the body; this takes half of the time. `idleSeconds` is what the server grants to an idle connection.
 */
export function sendPiece(response: ServerResponse, piece: Piece, idleSeconds: number): void {
  const { socket } = response;
  // The caller has hung up.
  if (socket === null || socket.destroyed) return;
  const second = Math.floor(Date.now() / 1000);
  if (piece.second !== second) {
    // Not in place: the bytes of an earlier second may still be on their way.
    const rest = `date: ${dateOf(second)}\r\nconnection: keep-alive\r\nkeep-alive: timeout=${idleSeconds}\r\n\r\n`;
    const head = piece.head + rest;
    // Of its own: a slice of shared memory would hold all of that.
    piece.bytes = Buffer.allocUnsafeSlow(head.length + piece.body.length);
    piece.bytes.write(head, 'latin1');
    piece.bytes.set(piece.body, head.length);
    piece.second = second;
  }
  response.statusCode = piece.status;
  socket.write(piece.bytes);
  // Tells the server to go on with the connection.
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
