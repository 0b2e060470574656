/**
 * Slow callers could fill the memory with answers that they do not read, so this limits those bytes, for all
 * connections of a thread together.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Request } from './answer.ts';

/** Shorter answers are not counted: the limit on connections already bounds them. */
const LONG_BYTES = 64 * 1024;
/** How long an answer may take before its caller counts as slow. */
const GRACE_MILLISECONDS = 2000;
/** File buffers may use only this part of the limit: paused players hold on to theirs, and answers must still fit. */
const BUFFERS_PART = 1 / 2;

/** Limits the memory of unsent answers and file buffers in one thread. */
export interface Unsent {
  /**
   * Call before an answer is sent. If it does not fit, disconnects the slowest callers until it does. Returns false if
   * no caller is slow enough to disconnect; the answer must then not be sent.
   */
  admit(response: ServerResponse, body: Uint8Array): boolean;
  /** Reserves memory for a file buffer; false if there is none. Whoever reserved it must give it back. */
  reserve(bytes: number): boolean;
  release(bytes: number): void;
  /** Bytes reserved now: whole answers until they are sent, and file buffers. */
  bytes(): number;
  /** Number of callers disconnected so far. */
  disconnected(): number;
}

interface Sending {
  readonly response: ServerResponse;
  readonly body: Uint8Array;
  readonly since: number;
}

/**
 * A body that goes to several callers at once counts once. A long answer of any size is admitted while no other long
 * answer is being sent.
 */
export function openUnsent({
  megabytes,
  now = () => performance.now(),
}: {
  readonly megabytes: number;
  readonly now?: () => number;
}): Unsent {
  const limit = megabytes * 2 ** 20;
  const sending = new Set<Sending>();
  const responsesPerBuffer = new Map<ArrayBufferLike, number>();
  /** Bytes of long answers that are being sent. */
  let answerBytes = 0;
  /** Bytes reserved for file buffers. */
  let bufferBytes = 0;
  let disconnected = 0;

  function begin(response: ServerResponse, body: Uint8Array): void {
    const own: Sending = { response, body, since: now() };
    const { buffer } = body;
    const others = responsesPerBuffer.get(buffer) ?? 0;
    responsesPerBuffer.set(buffer, others + 1);
    if (others === 0) answerBytes += buffer.byteLength;
    sending.add(own);
    releaseAtEnd(response.req.socket, response)(() => end(own));
  }

  function end(own: Sending): void {
    if (!sending.delete(own)) return;
    const { buffer } = own.body;
    const left = (responsesPerBuffer.get(buffer) ?? 1) - 1;
    if (left > 0) responsesPerBuffer.set(buffer, left);
    else {
      responsesPerBuffer.delete(buffer);
      answerBytes -= buffer.byteLength;
    }
  }

  /** The answer that is read at the lowest rate, of those older than the grace period. */
  function slowest(): Sending | undefined {
    const time = now();
    let found: Sending | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const each of sending) {
      const { response, body, since } = each;
      if (time - since < GRACE_MILLISECONDS) continue;
      const taken = body.length - Math.min(body.length, response.writableLength);
      const rate = taken / (time - since);
      if (rate >= least) continue;
      least = rate;
      found = each;
    }
    return found;
  }

  return {
    admit: (response, body) => {
      if (body.length <= LONG_BYTES) return true;
      const needed = responsesPerBuffer.has(body.buffer) ? 0 : body.buffer.byteLength;
      while (needed > 0 && answerBytes > 0 && bufferBytes + answerBytes + needed > limit) {
        const own = slowest();
        if (!own) return false;
        end(own);
        disconnected += 1;
        own.response.req.socket.destroy();
      }
      begin(response, body);
      return true;
    },
    reserve: (bytes) => {
      if (bufferBytes + bytes > limit * BUFFERS_PART || bufferBytes + answerBytes + bytes > limit) return false;
      bufferBytes += bytes;
      return true;
    },
    release: (bytes) => {
      bufferBytes -= bytes;
    },
    bytes: () => bufferBytes + answerBytes,
    disconnected: () => disconnected,
  };
}

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
