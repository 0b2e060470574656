/** Sends requests: token, time limit, retries. Knows nothing about operations. */

import { failureOf } from './envelope.ts';
import { isServiceError, ServiceError } from './errors.ts';
import type { ErrorCode } from './interface.ts';

/**
 * A token, or a function that returns the current one. It is asked before each request, and once more with the token that
 * was refused, which it should renew. A request rejects with the error that the function throws.
 */
export type TokenProvider = string | ((refused?: string) => string | undefined | Promise<string | undefined>);

/** How requests are sent. */
export interface TransportOptions {
  readonly token?: TokenProvider | undefined;
  /** Milliseconds for an answer, and between the parts of a file; 0 means no limit. Default 60,000. */
  readonly timeout?: number;
  /** How often a request is sent again if the service is busy or the connection fails. Default 3. */
  readonly retries?: number;
  /** Longest wait in milliseconds before a retry. Asked to wait longer, the request fails. Default 30,000. */
  readonly longestWait?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** One request. */
export interface Sending {
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if sending the request twice does something twice, so that only a refusal of the service allows a retry. */
  readonly writes?: boolean;
}

/**
 * Sends a request and resolves with what `read` makes of an answer that is no failure. Rejects with ServiceError, with the
 * signal's reason, or with the error of the function that gives the token.
 */
export type Send = <T>(sending: Sending, read: (response: Response) => T | Promise<T>) => Promise<T>;

/** Default of `timeout`. */
export const USUAL_TIMEOUT = 60_000;
const FIRST_WAIT_MILLISECONDS = 250;
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Codes with which the service itself refuses a request before it does anything. A proxy may fail later than that. */
const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>(['limited', 'overloaded', 'not_ready', 'stopping']);

export function openTransport(options: TransportOptions): Send {
  const { token, timeout = USUAL_TIMEOUT, retries = 3, longestWait = 30_000 } = options;

  return async (sending, read) => {
    const { signal } = sending;
    // The token of the last attempt, if the service refused it.
    let refused: string | undefined;
    let isRenewed = false;
    for (let attempt = 0; ; ) {
      let current: string | undefined;
      try {
        return await inTime(signal, async (limit) => {
          const rejected = refused;
          refused = undefined;
          current = typeof token === 'function' ? await unlessAborted(token(rejected), limit) : token;
          return await attemptOf(sending, current, limit, read);
        });
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        // A gateway that looks at the token may refuse it, too, so the code does not matter.
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

  /** Gives work a signal that the caller's signal and the time limit abort. */
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

  /** Sends a request once. Whatever fails outside the service and the given functions is a failed connection. */
  async function attemptOf<T>(
    { url, headers }: Sending,
    current: string | undefined,
    signal: AbortSignal,
    read: (response: Response) => T | Promise<T>,
  ): Promise<T> {
    try {
      const response = await (options.fetch ?? fetch)(url, {
        headers: { ...headers, ...(current === undefined ? {} : { authorization: `Bearer ${current}` }) },
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

/** Rejects with the reason of the signal if it aborts first: a function that never answers must not hold a request. */
function unlessAborted<T>(value: T | Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
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
