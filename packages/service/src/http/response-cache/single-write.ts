/**
 * Writes head and body of a prepared answer as one buffer. `node:http` builds and checks a head for each answer and writes it
 * separately from the body. A cached answer of 10 kB takes 1.6 times as much processor time that way
 * (`bench:http --only cached`: 19 instead of 12 microseconds).
 *
 * This relies on undocumented behaviour of Node: the event `finish` of a response lets the server go on with the connection.
 * So `checkSingleWrite` tries it before the server starts; if it fails, `node:http` writes every answer.
 */
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';

const NONE = Buffer.alloc(0);
/** Time limit of the check, which takes some milliseconds. */
const CHECK_MILLISECONDS = 10_000;

/**
 * Longer bodies have room for their head before them, and are sent at once, so that many of them never wait in memory together.
 * Shorter ones are copied behind their head: the system reads what begins at an even address faster.
 */
export const LONGEST_SHORT_BYTES = 64 * 1024;
/** Bytes that are left free before a body for its head. The few heads that are longer are written together with a copy of it. */
export const HEAD_ROOM = 1024;
/** Bodies that have this room, which is theirs alone. */
const roomy = new WeakSet<Uint8Array>();

/** Copies a long body to where its head has room before it. */
export function withHeadRoom(body: Uint8Array): Uint8Array {
  if (body.length <= LONGEST_SHORT_BYTES) return body;
  // A slice of a shared buffer would keep that whole buffer in memory.
  const own = Buffer.allocUnsafeSlow(HEAD_ROOM + body.length).subarray(HEAD_ROOM);
  own.set(body);
  roomy.add(own);
  return own;
}

/** An answer as it goes over the wire: a head, in which the date changes, and its body, or a head alone. */
export class SingleWrite {
  readonly status: number;
  readonly #dateAt: number;
  #bytes: Buffer;
  #second = -1;
  /** True if the network may still read the bytes. */
  #isHeld = false;

  /**
   * Prepares an answer. Header values must be valid for Node, because nothing checks them later. `idleSeconds` is how long the
   * server keeps an idle connection open.
   */
  constructor(status: number, headers: Readonly<Record<string, string>>, idleSeconds: number, body: Uint8Array = NONE) {
    const begin = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ndate: `;
    let head = `${begin}${dateOf(0)}\r\nconnection: keep-alive\r\nkeep-alive: timeout=${idleSeconds}\r\n`;
    for (const [name, value] of Object.entries(headers)) head += `${name}: ${value}\r\n`;
    head += '\r\n';
    this.status = status;
    this.#dateAt = begin.length;
    if (roomy.has(body) && head.length <= HEAD_ROOM) this.#bytes = roomBefore(body, head.length);
    else {
      this.#bytes = Buffer.allocUnsafeSlow(head.length + body.length);
      this.#bytes.set(body, head.length);
    }
    this.#bytes.write(head, 'latin1');
  }

  /** Writes the answer. Returns false if the network hasn't taken all of it yet. */
  writeTo(socket: Socket): boolean {
    socket.write(this.#dated());
    const isTaken = socket.writableLength === 0;
    if (!isTaken) this.#isHeld = true;
    return isTaken;
  }

  /**
   * Writes a head alone with a body that isn't prepared, and has room of its own before it if its buffer has any. Returns false
   * as `writeTo`.
   */
  writeWith(socket: Socket, body: Uint8Array): boolean {
    const head = this.#dated();
    if (body.byteOffset >= head.length) {
      const whole = roomBefore(body, head.length);
      whole.set(head);
      socket.write(whole);
    } else socket.write(Buffer.concat([head, body]));
    return socket.writableLength === 0;
  }

  #dated(): Buffer {
    const second = Math.floor(Date.now() / 1000);
    if (this.#second !== second) {
      if (this.#isHeld) {
        const held = this.#bytes;
        this.#bytes = Buffer.allocUnsafeSlow(held.length);
        this.#bytes.set(held);
        this.#isHeld = false;
      }
      this.#bytes.write(dateOf(second), this.#dateAt, 'latin1');
      this.#second = second;
    }
    return this.#bytes;
  }
}

function roomBefore({ buffer, byteOffset, length }: Uint8Array, room: number): Buffer {
  return Buffer.from(buffer, byteOffset - room, room + length);
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

/** Ends an answer; only allowed where `allowsSingleWrite` is true. Returns false if the caller has hung up. */
export function writeOnce(response: ServerResponse, prepared: SingleWrite): boolean {
  const { socket } = response;
  if (socket === null || socket.destroyed) return false;
  response.statusCode = prepared.status;
  prepared.writeTo(socket);
  // Lets the server continue with the connection.
  response.emit('finish');
  return true;
}

/**
 * Ends a long answer like `writeOnce`, with `body` if that isn't prepared. Calls `sent` when nothing reads it any more: only then
 * does the server go on with the connection. Returns false if the network takes it slowly.
 */
export function writeLong(
  response: ServerResponse,
  { prepared, body, sent }: { readonly prepared: SingleWrite; readonly body: Uint8Array | undefined; sent(): void },
): boolean {
  const { socket } = response;
  if (socket === null || socket.destroyed) {
    sent();
    return true;
  }
  response.statusCode = prepared.status;
  const isTaken = body ? prepared.writeWith(socket, body) : prepared.writeTo(socket);
  const end = (error?: Error | null) => {
    sent();
    if (!error) response.emit('finish');
  };
  // The parser still reads this request.
  if (isTaken) process.nextTick(end);
  else socket.write(NONE, end);
  return isTaken;
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
      writeOnce(response, new SingleWrite(200, { 'content-length': '2' }, 1, Buffer.from(request.url ?? '')));
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

let lastSecond = -1;
let lastDate = '';

/** A second as heads have it: always as many characters. */
function dateOf(second: number): string {
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(second * 1000).toUTCString();
  }
  return lastDate;
}
