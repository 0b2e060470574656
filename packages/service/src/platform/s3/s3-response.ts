/** One request to an S3 server by `undici`, and its response, which the caller reads at its own pace. */
import type { Readable } from 'node:stream';
import { type Dispatcher, errors } from 'undici';
import { codeOf } from '../system-errors.ts';

/** So much may arrive before the caller asks for it. Then the connection is read no further. */
const AHEAD_BYTES = 64 * 1024;
/** Longest text that a response may have. A page of a listing has about 1 MB. */
const MAX_TEXT_BYTES = 16 * 2 ** 20;
const BUFFER_BYTES = 64 * 1024;

/** What is sent, and how long it may take. */
interface S3Exchange extends Pick<Dispatcher.DispatchOptions, 'method'> {
  /** Time limits in milliseconds: until the response begins, and without a byte of its body. */
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | undefined;
  /** How long the request may wait for a connection; undefined for any time. */
  readonly queueMilliseconds: number | undefined;
  readonly signal: AbortSignal;
}

/** The response to a request, of any status. */
export interface S3Response {
  readonly status: number;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the body; undefined if the server doesn't say. */
  readonly size: number | undefined;
  /**
   * Reads the next bytes into the beginning of `into` and resolves with their number, 0 at the end of the body. Rejects
   * if the connection ends earlier, or is silent for too long, but only after the bytes that have arrived.
   */
  read(into: Uint8Array): Promise<number>;
  /** Reads the whole body, within so many milliseconds, and closes the response. */
  text(milliseconds: number): Promise<string>;
  /** Ends the response. The connection is used again if the body has arrived. */
  close(): void;
}

/**
 * Sends a request. Resolves when the response begins. Rejects with an error of the network, which has a code, or with the
 * signal's reason.
 */
export async function exchange(dispatcher: Dispatcher, { url, ...request }: S3Exchange): Promise<S3Response> {
  const { method, headers, signal, body, queueMilliseconds, headersTimeout, bodyTimeout } = request;
  const begun = Promise.withResolvers<S3Response>();
  let connection: Dispatcher.DispatchController | undefined;
  /** What has arrived and had no room. */
  const waiting: Buffer[] = [];
  let waitingBytes = 0;
  /** Where the caller wants the next bytes, while it waits. */
  let into: Uint8Array | undefined;
  let filled = 0;
  let isEnded = false;
  let failure: unknown;
  let settle = () => {};

  /** Moves bytes to the caller, and returns those without room. */
  function fill(bytes: Buffer): Buffer {
    if (into === undefined) return bytes;
    const taken = Math.min(bytes.length, into.length - filled);
    into.set(taken === bytes.length ? bytes : bytes.subarray(0, taken), filled);
    filled += taken;
    return bytes.subarray(taken);
  }

  function fillFromWaiting(): void {
    for (let first = waiting.shift(); first !== undefined; first = waiting.shift()) {
      const left = fill(first);
      waitingBytes -= first.length - left.length;
      if (left.length === 0) continue;
      waiting.unshift(left);
      return;
    }
  }

  function end(): void {
    isEnded = true;
    clearTimeout(queued);
    signal.removeEventListener('abort', abort);
    body?.destroy();
    settle();
  }

  function fail(error: unknown): void {
    if (isEnded) return;
    failure = error;
    end();
    connection?.abort(error instanceof Error ? error : new Error('aborted', { cause: error }));
    begun.reject(error);
  }

  async function read(buffer: Uint8Array): Promise<number> {
    into = buffer;
    filled = 0;
    fillFromWaiting();
    if (!isEnded && filled < buffer.length) {
      connection?.resume();
      while (filled === 0 && !isEnded && buffer.length > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        settle = resolve;
        await promise;
      }
    }
    into = undefined;
    if (filled === 0 && failure !== undefined) throw failure;
    return filled;
  }

  async function text(milliseconds: number): Promise<string> {
    const timer = setTimeout(() => fail(networkTimeout('the end of a response did not come')), milliseconds);
    const parts: Buffer[] = [];
    try {
      for (let bytes = 0; ; ) {
        const part = Buffer.allocUnsafe(BUFFER_BYTES);
        const length = await read(part);
        if (length === 0) return Buffer.concat(parts).toString();
        bytes += length;
        if (bytes > MAX_TEXT_BYTES) throw Object.assign(new Error('the response is too long'), { code: 'EMSGSIZE' });
        parts.push(part.subarray(0, length));
      }
    } finally {
      clearTimeout(timer);
      close();
    }
  }

  const close = () => fail(new Error('the response was closed'));
  const abort = () => fail(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', abort, { once: true });
  const queued =
    queueMilliseconds === undefined
      ? undefined
      : setTimeout(() => fail(networkTimeout('no free connection')), queueMilliseconds);
  // Heard before `undici` hears it: what can't be read here is no failure of the network.
  body?.once('error', (cause) => fail(new Error("the bytes to upload can't be read", { cause })));
  dispatcher.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers,
      body: body ?? null,
      headersTimeout,
      bodyTimeout,
      // Connections stay open, even after HEAD.
      reset: false,
    },
    {
      onRequestStart: (controller) => {
        clearTimeout(queued);
        connection = controller;
        if (isEnded) controller.abort(new Error('nobody waits for the response', { cause: failure }));
      },
      onResponseStart: (_, status, all) => {
        // 100 Continue and its like are followed by the response.
        if (status < 200) return;
        const known = Object.entries(all).map(([name, value]) => [name, String(value).trim()] as const);
        const length = all['content-length'];
        const size = length === undefined ? undefined : Number(length);
        begun.resolve({ status, headers: Object.fromEntries(known), size, read, text, close });
      },
      onResponseData: (controller, bytes) => {
        const left = fill(bytes);
        if (left.length > 0) {
          waiting.push(left);
          waitingBytes += left.length;
          if (waitingBytes >= AHEAD_BYTES) controller.pause();
        }
        if (into === undefined) return;
        if (filled === into.length) settle();
        // More may arrive in the same iteration of the event loop.
        else setImmediate(settle);
      },
      onResponseEnd: end,
      onResponseError: (_, error) => fail(inCodesOfNode(error)),
    },
  );
  return await begun.promise;
}

/** The codes that operators know from Node, by those of `undici`. */
const NODE_CODES: Readonly<Record<string, string>> = {
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_CONNECT_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_BODY_TIMEOUT: 'ETIMEDOUT',
  UND_ERR_HEADERS_OVERFLOW: 'EMSGSIZE',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'EPROTO',
};

function inCodesOfNode(error: Error): Error {
  const code = error instanceof errors.HTTPParserError ? 'EPROTO' : NODE_CODES[codeOf(error)];
  return code === undefined ? error : Object.assign(new Error(error.message, { cause: error }), { code });
}

/** An error of the network. */
function networkTimeout(message: string): Error {
  return Object.assign(new Error(`${message} in time`), { code: 'ETIMEDOUT' });
}
