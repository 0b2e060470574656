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

interface Sending {
  readonly response: ServerResponse;
  readonly body: Uint8Array;
  readonly since: number;
}

/**
 * Limits the memory of long unsent answers and of file buffers in one thread. A body that goes to several callers at once counts
 * once. A long answer of any size is admitted while no other long answer is being sent.
 */
export class Unsent {
  readonly #limit: number;
  readonly #now: () => number;
  /** Long answers that are being sent, by the memory of their body, which is free after the last of them. */
  readonly #sendings = new Map<ArrayBufferLike, Set<Sending>>();
  /** Bytes of long answers that are being sent. */
  #answerBytes = 0;
  /** Bytes reserved for file buffers. */
  #bufferBytes = 0;
  #disconnected = 0;

  constructor({
    megabytes,
    now = () => performance.now(),
  }: { readonly megabytes: number; readonly now?: () => number }) {
    this.#limit = megabytes * 2 ** 20;
    this.#now = now;
  }

  /** Bytes reserved now: whole answers until they are sent, and file buffers. */
  get bytes(): number {
    return this.#bufferBytes + this.#answerBytes;
  }

  /** Number of callers disconnected so far. */
  get disconnected(): number {
    return this.#disconnected;
  }

  /**
   * Call before an answer is sent. If it does not fit, disconnects the slowest callers until it does. Returns false, and
   * disconnects nobody, if the answers of all slow callers are not enough; the answer must then not be sent.
   */
  admit(response: ServerResponse, body: Uint8Array): boolean {
    const { buffer } = body;
    if (buffer.byteLength <= LONG_BYTES) return true;
    const needed = this.#sendings.has(buffer) ? 0 : buffer.byteLength;
    const excess = this.bytes + needed - this.#limit;
    if (needed > 0 && this.#answerBytes > 0 && excess > 0 && !this.#makeRoom(excess)) return false;
    this.#begin({ response, body, since: this.#now() });
    return true;
  }

  /** False if `admit` may have to disconnect callers for it. */
  fits({ buffer }: Uint8Array): boolean {
    return buffer.byteLength <= LONG_BYTES || this.bytes + buffer.byteLength <= this.#limit;
  }

  /** Reserves memory for a file buffer; false if there is none. Whoever reserved it must give it back. */
  reserve(bytes: number): boolean {
    if (this.#bufferBytes + bytes > this.#limit * BUFFERS_PART || this.bytes + bytes > this.#limit) return false;
    this.#bufferBytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#bufferBytes -= bytes;
  }

  #begin(own: Sending): void {
    const { response, body } = own;
    const others = this.#sendings.get(body.buffer);
    if (others) others.add(own);
    else {
      this.#sendings.set(body.buffer, new Set([own]));
      this.#answerBytes += body.buffer.byteLength;
    }
    releaseAtEnd(response.req.socket, response)(() => this.#end(own));
  }

  #end(own: Sending): void {
    const { buffer } = own.body;
    const all = this.#sendings.get(buffer);
    if (!all?.delete(own) || all.size > 0) return;
    this.#sendings.delete(buffer);
    this.#answerBytes -= buffer.byteLength;
  }

  /** Bytes per millisecond at which the caller takes the answer; infinite during the grace period. */
  #rateOf({ response, body, since }: Sending): number {
    const time = this.#now() - since;
    if (time < GRACE_MILLISECONDS) return Number.POSITIVE_INFINITY;
    return (body.length - Math.min(body.length, response.writableLength)) / time;
  }

  /** Disconnects the slowest callers until these bytes are free, or all of long answers. False if there are too few slow. */
  #makeRoom(excess: number): boolean {
    const rateOf = (sending: Sending) => this.#rateOf(sending);
    const slow = [...this.#sendings]
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
    if (freed < Math.min(excess, this.#answerBytes)) return false;
    for (const own of ended) {
      this.#end(own);
      this.#disconnected += 1;
      own.response.req.socket.destroy();
    }
    return true;
  }
}
