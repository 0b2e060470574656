/** One GET whose body goes from the socket into the caller's buffers, past `node:http`. */
import { networkTimeout, type S3Sockets } from './s3-sockets.ts';

const MAX_HEAD_BYTES = 64 * 1024;
const END_OF_HEAD = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.1 (200|206)(?: .*)?$/;
const HEADER_LINE = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/;
const NOTHING = new Uint8Array(0);

interface Head {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the body. */
  readonly size: number;
}

/** The response to a GET of an object. */
export interface S3Download extends Head {
  /**
   * Reads the next bytes into the beginning of `into` and resolves with their number, 0 at the end of the body. Rejects
   * if the connection ends earlier, or if nothing arrives for `silenceMilliseconds`. While no caller waits, at most the
   * buffer of the socket fills.
   */
  read(into: Uint8Array, silenceMilliseconds: number): Promise<number>;
  /** Ends the download. The connection is used again if the body was read to its end. */
  close(): void;
}

/**
 * Sends a GET. Resolves with undefined unless the response is a success that gives its size: to learn more, ask again
 * with `node:http`. Rejects with an error of the network, which has a code, or with the signal's reason.
 */
export async function beginS3Download(
  sockets: S3Sockets,
  request: {
    readonly url: URL;
    readonly headers: Readonly<Record<string, string>>;
    /** How long the response may take to begin. */
    readonly waitMilliseconds: number;
    readonly signal: AbortSignal;
  },
): Promise<S3Download | undefined> {
  const { signal, waitMilliseconds } = request;
  /** What has arrived and nobody has taken: the first bytes until the head is complete, later a part of the socket's buffer. */
  let rest: Uint8Array = NOTHING;
  let into: Uint8Array = NOTHING;
  let filled = 0;
  let isHead = true;
  let failure: unknown;
  let settle = () => {};

  function take(bytes: Uint8Array): void {
    const taken = Math.min(bytes.length, into.length - filled);
    into.set(bytes.subarray(0, taken), filled);
    filled += taken;
    rest = bytes.subarray(taken);
  }

  /** Later bytes must not go into a buffer that was given back. */
  function giveBack(): void {
    into = into.subarray(0, filled);
  }

  function receive(bytes: Uint8Array): boolean {
    if (isHead) {
      rest = Buffer.concat([rest, bytes]);
      settle();
      return false;
    }
    const isFirst = filled === 0;
    take(bytes);
    if (filled === into.length) settle();
    // More may arrive in the same iteration of the event loop.
    else if (isFirst) setImmediate(settle);
    return rest.length === 0;
  }

  function fail(error: unknown): void {
    failure ??= error;
    settle();
  }

  const socket = await sockets.take({ receive, closed: fail }, signal);
  const abort = () => {
    fail(signal.reason);
    close(false);
  };
  signal.addEventListener('abort', abort, { once: true });
  function close(isClean: boolean): void {
    signal.removeEventListener('abort', abort);
    fail(new Error('the download was closed'));
    socket.release(isClean);
  }

  /** Waits until bytes arrive or none can any more. */
  async function arrival(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const settleThis = () => {
      // A call that an earlier read has scheduled comes too late.
      if (settle !== settleThis) return;
      settle = () => {};
      giveBack();
      resolve();
    };
    settle = settleThis;
    const timer = setTimeout(() => fail(networkTimeout('no bytes')), milliseconds);
    socket.resume();
    await promise;
    clearTimeout(timer);
  }

  try {
    signal.throwIfAborted();
    socket.write(headOf(request));
    let end = -1;
    while (end < 0) {
      if (rest.length > MAX_HEAD_BYTES) throw Object.assign(new Error('the head is too long'), { code: 'EMSGSIZE' });
      await arrival(waitMilliseconds);
      end = Buffer.from(rest).indexOf(END_OF_HEAD);
      if (end < 0 && failure !== undefined) throw failure;
    }
    const head = readHead(Buffer.from(rest.subarray(0, end)).toString('latin1'));
    if (head === undefined) {
      close(false);
      return undefined;
    }
    rest = rest.subarray(end + END_OF_HEAD.length);
    isHead = false;
    let left = head.size;
    return {
      ...head,
      read: async (buffer, silenceMilliseconds) => {
        into = left < buffer.length ? buffer.subarray(0, left) : buffer;
        if (into.length === 0) return 0;
        filled = 0;
        take(rest);
        if (filled === 0 && failure === undefined) await arrival(silenceMilliseconds);
        giveBack();
        if (filled === 0) throw failure;
        left -= filled;
        return filled;
      },
      close: () => close(left === 0 && rest.length === 0 && failure === undefined && !isLast(head)),
    };
  } catch (error) {
    close(false);
    throw error;
  }
}

function headOf({ url, headers }: { readonly url: URL; readonly headers: Readonly<Record<string, string>> }): string {
  const lines = Object.entries({ ...headers, host: url.host }).map(([name, value]) => `${name}: ${value}`);
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('\r\n')}${END_OF_HEAD}`;
}

/** Undefined unless the head belongs to a success with a body of known size. */
function readHead(text: string): Head | undefined {
  const [first = '', ...lines] = text.split('\r\n');
  const status = STATUS_LINE.exec(first)?.[1];
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = HEADER_LINE.exec(line) ?? [];
    if (name === '' || headers.has(name.toLowerCase())) return undefined;
    headers.set(name.toLowerCase(), value);
  }
  const size = headers.get('content-length') ?? '';
  if (status === undefined || !/^\d{1,15}$/.test(size) || headers.has('transfer-encoding')) return undefined;
  return { status: Number(status), headers: Object.fromEntries(headers), size: Number(size) };
}

/** True if the server closes the connection after this response. */
function isLast({ headers }: Head): boolean {
  return /\bclose\b/i.test(headers['connection'] ?? '');
}
