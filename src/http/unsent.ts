/** Bounds the memory of what a thread has to send and callers have not taken yet, over all connections together. */
import type { ServerResponse } from 'node:http';
import { endOf } from './end-of-answer.ts';

/** Shorter answers are not counted, because the number of connections bounds them already. */
const LONG_BYTES = 64 * 1024;
/** How long an answer may take before its caller counts as slow. */
const GRACE_MILLISECONDS = 2000;
/** The part of the room that buffers of files may take: players that pause keep theirs, and must not leave answers without room. */
const BUFFERS_PART = 1 / 2;

export interface Unsent {
  /**
   * Makes room for an answer that is about to be sent, by cutting the slowest callers where necessary. False where nobody is slow
   * enough to be cut: then the answer must not be sent.
   */
  admit(response: ServerResponse, body: Uint8Array): boolean;
  /** Takes room for the buffer of a file; false where there is none. The taker gives the room back. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
  /** Bytes that callers have not taken yet, answers and buffers together. */
  bytes(): number;
  /** Number of callers cut so far. */
  cut(): number;
}

interface Sending {
  readonly response: ServerResponse;
  readonly body: Uint8Array;
  readonly since: number;
}

/** An answer that many callers are sent counts once. While no other answer is being sent, one of any length is admitted. */
export function openUnsent({
  megabytes,
  now = () => performance.now(),
}: {
  readonly megabytes: number;
  readonly now?: () => number;
}): Unsent {
  const most = megabytes * 2 ** 20;
  const sending = new Set<Sending>();
  const readers = new Map<ArrayBufferLike, number>();
  /** Bytes of answers. */
  let held = 0;
  /** Bytes of buffers. */
  let lent = 0;
  let cut = 0;

  function begin(response: ServerResponse, body: Uint8Array): void {
    const own: Sending = { response, body, since: now() };
    const { buffer } = body;
    const others = readers.get(buffer) ?? 0;
    readers.set(buffer, others + 1);
    if (others === 0) held += buffer.byteLength;
    sending.add(own);
    endOf(response.req.socket, response)(() => end(own));
  }

  function end(own: Sending): void {
    if (!sending.delete(own)) return;
    const { buffer } = own.body;
    const left = (readers.get(buffer) ?? 1) - 1;
    if (left > 0) readers.set(buffer, left);
    else {
      readers.delete(buffer);
      held -= buffer.byteLength;
    }
  }

  /** The caller who has taken his answer at the lowest rate. */
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
      const needed = readers.has(body.buffer) ? 0 : body.buffer.byteLength;
      while (needed > 0 && held > 0 && lent + held + needed > most) {
        const own = slowest();
        if (!own) return false;
        end(own);
        cut += 1;
        own.response.req.socket.destroy();
      }
      begin(response, body);
      return true;
    },
    take: (bytes) => {
      if (lent + bytes > most * BUFFERS_PART || lent + held + bytes > most) return false;
      lent += bytes;
      return true;
    },
    giveBack: (bytes) => {
      lent -= bytes;
    },
    bytes: () => lent + held,
    cut: () => cut,
  };
}
