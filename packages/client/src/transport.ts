/** Sends requests: token, time limit, retries. Knows nothing about operations. */

import { failureOf } from './envelope.ts';
import { isServiceError, ServiceError } from './errors.ts';
import type { ErrorCode } from './interface.ts';

/**
 * Returns the current token; undefined for none. The client calls it before each request and each retry, and once more with
 * the token that the service has refused, or that no header can hold, to get a new one. It may take any time, because a
 * person may have to sign in: only the signal of the request ends the wait. Several requests may call it at the same time. A
 * request rejects with the error that it throws.
 */
export type TokenProvider = (refused?: string) => string | undefined | Promise<string | undefined>;

/** How requests are sent. */
export interface TransportOptions {
  /** Access token, or a function that returns one. */
  readonly token?: string | TokenProvider | undefined;
  /**
   * Milliseconds for an answer, without the wait for a token, and between the parts of a file; 0 means no limit. Default
   * 60,000.
   */
  readonly timeout?: number;
  /** How often a request is sent again if the service is busy or the connection fails. Default 3. */
  readonly retries?: number;
  /** Longest wait before a retry, in milliseconds. If the service asks for a longer one, the request fails. Default 30,000. */
  readonly longestWait?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** One request. */
export interface Sending {
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** True asks for the head of the answer alone. */
  readonly asksOnly?: boolean | undefined;
  /** True if sending the request twice may do something twice. It is then sent again only if the service has refused it. */
  readonly writes?: boolean;
}

/**
 * Sends a request, and resolves with what `read` returns for a successful response. Rejects with a `ServiceError`, with the
 * signal's reason, or with the error of the token function.
 */
export type Send = <T>(sending: Sending, read: (response: Response) => T | Promise<T>) => Promise<T>;

export const DEFAULT_TIMEOUT = 60_000;
const FIRST_WAIT_MILLISECONDS = 250;

/** Characters that no header can hold. */
const UNSENDABLE = /[\0\r\n\u0100-\uffff]/;

const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Codes with which the service refuses a request before it does anything. A failure of a proxy may come later than that. */
const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>(['limited', 'overloaded', 'not_ready', 'stopping']);

export function openTransport(options: TransportOptions): Send {
  const { token, timeout = DEFAULT_TIMEOUT, retries = 3, longestWait = 30_000 } = options;

  return async (sending, read) => {
    const { signal } = sending;
    // The token of the last attempt, if the service refused it.
    let refused: string | undefined;
    let isRenewed = false;
    for (let attempt = 0; ; ) {
      signal?.throwIfAborted();
      const current = typeof token === 'function' ? await unlessAborted(token(refused), signal) : token;
      refused = undefined;
      try {
        return await inTime(signal, (limit) => attemptOf(sending, current, limit, read));
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        // A gateway may check the token, too, and answer without a code of the service.
        if (isServiceError(error) && error.status === 401 && typeof token === 'function' && !isRenewed) {
          isRenewed = true;
          refused = current;
          continue;
        }
        if (!isServiceError(error) || attempt >= retries || !mayRepeat(error, sending)) throw error;
        await waitFor(error, attempt, signal);
        attempt += 1;
      }
    }
  };

  /** Calls `work` with a signal that aborts with the caller's signal and at the time limit. */
  async function inTime<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new AbortController();
    const late = () => limit.abort(new ServiceError('timed_out', `no answer within ${timeout} ms`));
    const timer = timeout > 0 ? setTimeout(late, timeout) : undefined;
    try {
      return await work(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal);
    } catch (error) {
      throw limit.signal.aborted ? limit.signal.reason : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends a request once. Rejects with a `ServiceError`: of the service, of `read`, or `connection_failed`. */
  async function attemptOf<T>(
    { url, headers, asksOnly }: Sending,
    current: string | undefined,
    signal: AbortSignal,
    read: (response: Response) => T | Promise<T>,
  ): Promise<T> {
    // Not sent, because `fetch` would reject it as if the connection had failed.
    const authorization = current === undefined ? undefined : `Bearer ${current}`.trimEnd();
    if (authorization !== undefined && UNSENDABLE.test(authorization))
      throw new ServiceError('token_invalid', 'the token has characters that no header can hold', { status: 401 });
    try {
      const response = await (options.fetch ?? fetch)(url, {
        ...(asksOnly && { method: 'HEAD' }),
        headers: { ...headers, ...(authorization === undefined ? {} : { authorization }) },
        signal,
      });
      if (!response.ok && response.status !== 304) throw await failureOf(response);
      return await read(response);
    } catch (error) {
      throw isServiceError(error)
        ? error
        : new ServiceError('connection_failed', 'the connection to the service failed', { cause: error });
    }
  }

  async function waitFor(failure: ServiceError, attempt: number, signal: AbortSignal | undefined): Promise<void> {
    // Clients that were refused together must not come back together.
    const backoff = FIRST_WAIT_MILLISECONDS * 2 ** attempt * (1 + Math.random());
    const wait = failure.retryAfter === undefined ? backoff : failure.retryAfter * 1000;
    if (wait > longestWait) throw failure;
    await pause(wait, signal);
  }
}

function mayRepeat({ code, status }: ServiceError, { writes }: Sending): boolean {
  return writes ? REFUSALS.has(code) : status === 0 || BUSY.has(status);
}

/** Rejects with the reason of the signal if it aborts before the value is there. */
function unlessAborted<T>(value: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal?.removeEventListener('abort', stop));
  });
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
