/** Sends head and body of an answer as one piece of memory. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES, validateHeaderValue } from 'node:http';

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

/**
 * What Node keeps of an answer whose head is on its way. They are not of its documented interface, but have been there since its
 * first versions: the tests look at the wire.
 */
interface Underway {
  _header: string;
  _headerSent: boolean;
}

const NONE = Buffer.alloc(0);

export function pieceOf(status: number, headers: Readonly<Record<string, string>>, body: Uint8Array = NONE): Piece {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderValue(name, value);
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
 * Ends an answer with a piece, where that may be (`takesOnePiece`). Node's own head is put together and checked anew each time and
 * written apart from the body; this takes two thirds of the time. `idleSeconds` is what the server grants to an idle connection.
 */
export function sendPiece(response: ServerResponse, piece: Piece, idleSeconds: number): void {
  const second = Math.floor(Date.now() / 1000);
  if (piece.second !== second) {
    // Not in place: the bytes of an earlier second may still be on their way.
    const rest = `date: ${dateOf(second)}\r\nconnection: keep-alive\r\nkeep-alive: timeout=${idleSeconds}\r\n\r\n`;
    piece.bytes = Buffer.concat([Buffer.from(piece.head + rest, 'latin1'), piece.body]);
    piece.second = second;
  }
  response.statusCode = piece.status;
  const underway = response as unknown as Underway;
  underway._header = piece.head;
  underway._headerSent = true;
  response.end(piece.bytes);
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
