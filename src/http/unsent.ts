/** What is being sent and not taken yet, of all connections of a thread together. */
import type { ServerResponse } from 'node:http';
import { endOf } from './end-of-answer.ts';

/** Shorter answers are not counted: connections are bounded, and so is what each takes beside them. */
const LONG_BYTES = 64 * 1024;
/** How long an answer may take before its caller counts as slow. */
const GRACE_MILLISECONDS = 2000;

export interface Unsent {
  /**
   * Tells of an answer that is about to be sent. Where there is no room for it, callers who have been slow for longest are cut;
   * false where nobody is slow, and then it must not be sent.
   */
  admit(response: ServerResponse, body: Uint8Array): boolean;
  /** Takes room for a buffer, or for nothing where there is none. Whoever has taken it gives it back. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
  /** Memory of all that isn't taken yet. */
  bytes(): number;
  /** Callers that were cut so far. */
  cut(): number;
}

interface Sending {
  readonly response: ServerResponse;
  readonly body: Uint8Array;
  readonly since: number;
}

/** An answer that many are sent is one piece of memory. One that is alone is sent, however long it is. */
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
  let total = 0;
  let cut = 0;

  function begin(response: ServerResponse, body: Uint8Array): void {
    const own: Sending = { response, body, since: now() };
    const { buffer } = body;
    const others = readers.get(buffer) ?? 0;
    readers.set(buffer, others + 1);
    if (others === 0) total += buffer.byteLength;
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
      total -= buffer.byteLength;
    }
  }

  /** Who has taken least in the time since his answer began. */
  function slowest(): Sending | undefined {
    const time = now();
    let found: Sending | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const each of sending) {
      const { response, body, since } = each;
      if (time - since < GRACE_MILLISECONDS) continue;
      const taken = body.length - Math.min(body.length, response.writableLength);
      const pace = taken / (time - since);
      if (pace >= least) continue;
      least = pace;
      found = each;
    }
    return found;
  }

  return {
    admit: (response, body) => {
      if (body.length <= LONG_BYTES) return true;
      const needed = readers.has(body.buffer) ? 0 : body.buffer.byteLength;
      while (needed > 0 && total > 0 && total + needed > most) {
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
      if (total + bytes > most) return false;
      total += bytes;
      return true;
    },
    giveBack: (bytes) => {
      total -= bytes;
    },
    bytes: () => total,
    cut: () => cut,
  };
}
