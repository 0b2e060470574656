/**
 * Slow callers could fill the memory with answers that they do not read, so this limits those bytes, for all
 * connections of a thread together.
 */
import type { ServerResponse } from 'node:http';
import { totalmem } from 'node:os';
import { releaseAtEnd } from './release-at-end.ts';

/** Shorter answers are not counted: the limit on connections already bounds them. */
const LONG_BYTES = 64 * 1024;
/** How long an answer may take before its caller counts as slow. */
const GRACE_MILLISECONDS = 2000;
/** File buffers may use only this part of the limit: paused players hold on to theirs, and answers must still fit. */
const BUFFERS_PART = 1 / 2;

/** Returns the limit of a whole service: a sixteenth of the memory of the machine, or of the container. */
export function unsentMegabytes(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity) / 16 / 2 ** 20;
}

/** Limits the memory of long unsent answers and of file buffers in one thread. */
export interface Unsent {
  /**
   * Call before an answer is sent. If it does not fit, disconnects the slowest callers until it does. Returns false, and
   * disconnects nobody, if the answers of all slow callers are not enough; the answer must then not be sent.
   */
  admit(response: ServerResponse, body: Uint8Array): boolean;
  /** True if `admit` would disconnect nobody for it. */
  fits(body: Uint8Array): boolean;
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
  /** Long answers that are being sent, by the memory of their body, which is free after the last of them. */
  const sendings = new Map<ArrayBufferLike, Set<Sending>>();
  /** Bytes of long answers that are being sent. */
  let answerBytes = 0;
  /** Bytes reserved for file buffers. */
  let bufferBytes = 0;
  let disconnected = 0;

  function begin(response: ServerResponse, body: Uint8Array): void {
    const own: Sending = { response, body, since: now() };
    const { buffer } = body;
    const others = sendings.get(buffer);
    if (others) others.add(own);
    else {
      sendings.set(buffer, new Set([own]));
      answerBytes += buffer.byteLength;
    }
    releaseAtEnd(response.req.socket, response)(() => end(own));
  }

  function end(own: Sending): void {
    const { buffer } = own.body;
    const all = sendings.get(buffer);
    if (!all?.delete(own) || all.size > 0) return;
    sendings.delete(buffer);
    answerBytes -= buffer.byteLength;
  }

  /** Bytes per millisecond at which the caller takes the answer; infinite during the grace period. */
  function rateOf({ response, body, since }: Sending): number {
    const time = now() - since;
    if (time < GRACE_MILLISECONDS) return Number.POSITIVE_INFINITY;
    return (body.length - Math.min(body.length, response.writableLength)) / time;
  }

  /** Disconnects the slowest callers until these bytes are free, or all of long answers. False if there are too few slow. */
  function makeRoom(excess: number): boolean {
    const slow = [...sendings]
      .map(([buffer, all]) => ({ all, bytes: buffer.byteLength, rate: Math.max(...Array.from(all, rateOf)) }))
      .filter(({ rate }) => Number.isFinite(rate))
      .toSorted((one, other) => one.rate - other.rate);
    const ended: Sending[] = [];
    let freed = 0;
    for (const { all, bytes } of slow) {
      if (freed >= excess) break;
      ended.push(...all);
      freed += bytes;
    }
    if (freed < Math.min(excess, answerBytes)) return false;
    for (const own of ended) {
      end(own);
      disconnected += 1;
      own.response.req.socket.destroy();
    }
    return true;
  }

  return {
    admit: (response, body) => {
      if (body.buffer.byteLength <= LONG_BYTES) return true;
      const needed = sendings.has(body.buffer) ? 0 : body.buffer.byteLength;
      const excess = bufferBytes + answerBytes + needed - limit;
      if (needed > 0 && answerBytes > 0 && excess > 0 && !makeRoom(excess)) return false;
      begin(response, body);
      return true;
    },
    fits: ({ buffer }) => buffer.byteLength <= LONG_BYTES || bufferBytes + answerBytes + buffer.byteLength <= limit,
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
