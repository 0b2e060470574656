/** One GET whose body goes from the socket into the caller's buffers, past `node:http`. */
import type { StartTimer } from '../start-timer.ts';
import { BLANK_LINE, idleMillisecondsOf, joinChunks, readHead } from './s3-head.ts';
import { networkTimeout, type S3Sockets } from './s3-sockets.ts';

/** Longest head, and longest body in chunks. */
const MAX_GATHERED_BYTES = 64 * 1024;
/**
 * How long a caller whose buffer the socket holds waits for more, after bytes that exactly filled the socket's own. Nothing
 * but the end of the connection gives that buffer back.
 */
const ROOM_MILLISECONDS = 1_000;
const NOTHING = Buffer.alloc(0);

/** The response to a GET, of any status. */
export interface S3Response {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the body. */
  readonly size: number;
  /**
   * Reads the next bytes into the beginning of `into` and resolves with their number, 0 at the end of the body. Rejects
   * if the connection ends earlier, or if nothing arrives for `silenceMilliseconds`. After bytes that exactly fill the
   * buffer of the socket, a silence of a second is enough: these bytes are read, and the next call rejects. While no
   * caller waits, at most the buffer of the socket fills, and over TLS what the network delivered with it.
   */
  read(into: Uint8Array, silenceMilliseconds: number): Promise<number>;
  /** Ends the response. The connection is used again if the body was read to its end. */
  close(): void;
}

interface S3Get {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** How long the response may take to begin. */
  readonly waitMilliseconds: number;
  readonly signal: AbortSignal;
  /** True to use no connection that was idle. */
  readonly isNew?: boolean;
  readonly startTimer?: StartTimer;
}

/**
 * Sends a GET, once more if an idle connection turns out to be dead. Resolves with undefined if the response is of a
 * kind that S3 servers don't send for objects, such as a body of unknown size: to learn more, ask again with `node:http`.
 * Rejects with an error of the network, which has a code, or with the signal's reason.
 */
export async function sendS3Get(sockets: S3Sockets, request: S3Get): Promise<S3Response | undefined> {
  const { url, signal, waitMilliseconds, isNew = false } = request;
  const startTimer: StartTimer = request.startTimer ?? setTimeout;
  const isSecure = url.protocol === 'https:';
  /** What has arrived and nobody has taken: the first bytes until the head is complete, later those that had no room. */
  let rest: Buffer = NOTHING;
  let into: Uint8Array = NOTHING;
  let filled = 0;
  let isGathering = true;
  /** The rest of `into`, while the next bytes go there. */
  let room: Uint8Array | undefined;
  /** True if `settle` will be called in this iteration of the event loop. */
  let isScheduled = false;
  /** Ends the wait for bytes. */
  let timer: Disposable | undefined;
  let failure: unknown;
  let settle = () => {};

  /** Moves bytes to the caller, and returns those without room. */
  function fill(bytes: Buffer): Buffer {
    const taken = Math.min(bytes.length, into.length - filled);
    into.set(bytes.subarray(0, taken), filled);
    filled += taken;
    return bytes.subarray(taken);
  }

  /** Later bytes must not go into a buffer that was given back. */
  function giveBack(): void {
    into = into.subarray(0, filled);
  }

  function receive(bytes: Buffer, isMore: boolean): boolean {
    if (isGathering) {
      rest = Buffer.concat([rest, bytes]);
      settle();
      return false;
    }
    let left: Buffer = NOTHING;
    if (room === undefined) left = fill(bytes);
    else filled += bytes.length;
    // Copying takes time, but the caller gets the buffer only after the bytes that go there have come.
    room = isMore && filled < into.length ? into.subarray(filled) : undefined;
    if (room !== undefined) failAfter(ROOM_MILLISECONDS);
    // Over TLS the next record overwrites the buffer, even while the socket is paused.
    if (left.length > 0) rest = isSecure ? Buffer.concat([rest, left]) : left;
    if (filled === into.length) settle();
    // More may arrive in the same iteration of the event loop.
    else if (room === undefined && !isScheduled) {
      isScheduled = true;
      setImmediate(settle);
    }
    return left.length === 0;
  }

  /** Unless it is called again before, or what waits ends. */
  function failAfter(milliseconds: number): void {
    timer?.[Symbol.dispose]();
    timer = startTimer(() => fail(networkTimeout('no bytes')), milliseconds);
  }

  function fail(error: unknown): void {
    failure ??= error;
    if (room !== undefined) {
      // Nothing must go into a buffer that is given back.
      socket.release(0);
      room = undefined;
    }
    settle();
  }

  const socket = await sockets.take({ receive, closed: fail, room: () => room }, { signal, isNew });
  const abort = () => {
    fail(signal.reason);
    close(0);
  };
  signal.addEventListener('abort', abort, { once: true });
  function close(idleMilliseconds: number): void {
    signal.removeEventListener('abort', abort);
    fail(new Error('the response was closed'));
    socket.release(idleMilliseconds);
  }

  /** Waits until bytes arrive or none can any more. */
  async function arrival(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const settleThis = () => {
      // A call that an earlier read has scheduled comes too late.
      if (settle !== settleThis) return;
      isScheduled = false;
      if (room !== undefined) return;
      settle = () => {};
      giveBack();
      resolve();
    };
    settle = settleThis;
    failAfter(milliseconds);
    socket.resume();
    await promise;
    timer?.[Symbol.dispose]();
  }

  /** Gathers bytes until `read` makes something of them. */
  async function gather<Result>(read: (bytes: Buffer) => Result | undefined, deadline: number): Promise<Result> {
    for (;;) {
      const result = read(rest);
      if (result !== undefined) return result;
      if (failure !== undefined) throw failure;
      if (rest.length > MAX_GATHERED_BYTES) throw Object.assign(new Error('a head is too long'), { code: 'EMSGSIZE' });
      await arrival(deadline - performance.now());
    }
  }

  try {
    signal.throwIfAborted();
    socket.write(textOf(request));
    const deadline = performance.now() + waitMilliseconds;
    const end = await gather(endOfHead, deadline);
    const head = readHead(rest.toString('latin1', 0, end));
    const isGood = head !== undefined && head.status < 300;
    if (head === undefined || (isGood && head.size === undefined)) {
      close(0);
      return undefined;
    }
    rest = rest.subarray(end + BLANK_LINE.length);
    const chunks = head.size === undefined ? await gather(joinChunks, deadline) : undefined;
    // More than the body is nothing to read, and the connection can't be used again.
    let isClean = chunks === undefined || chunks.end === rest.length;
    if (chunks !== undefined) rest = chunks.body;
    isGathering = false;
    const size = head.size ?? rest.length;
    let left = size;
    return {
      ...head,
      size,
      read: async (buffer, silenceMilliseconds) => {
        into = left < buffer.length ? buffer.subarray(0, left) : buffer;
        if (into.length === 0) return 0;
        filled = 0;
        rest = fill(rest);
        if (filled === 0 && failure === undefined) await arrival(silenceMilliseconds);
        giveBack();
        if (filled === 0) throw failure;
        left -= filled;
        return filled;
      },
      close: () => {
        isClean &&= left === 0 && rest.length === 0 && failure === undefined;
        close(isClean ? idleMillisecondsOf(head) : 0);
      },
    };
  } catch (error) {
    close(0);
    const isStale = socket.isReused && rest.length === 0 && !signal.aborted;
    if (isStale) return await sendS3Get(sockets, { ...request, isNew: true });
    throw error;
  }
}

function textOf({ url, headers }: S3Get): string {
  const lines = Object.entries({ ...headers, host: url.host }).map(([name, value]) => `${name}: ${value}`);
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}${BLANK_LINE}`;
}

function endOfHead(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(BLANK_LINE);
  return end < 0 ? undefined : end;
}
