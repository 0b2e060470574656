/** Requests to an S3 server that are repeated after outages, with errors that name the setting to check. */
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { openCircuitBreaker } from './circuit-breaker.ts';
import { newS3Counts, type S3Counts } from './s3-counts.ts';
import {
  concernsObject,
  explainNetworkError,
  explainResponse,
  isOutage,
  S3Error,
  type S3ErrorResponse,
} from './s3-errors.ts';
import type { S3Response } from './s3-get.ts';
import { type S3Settings, s3Place } from './s3-settings.ts';
import type { S3Connections } from './s3-sockets.ts';
import { openS3Transport, type S3Request, type S3Transport, textOfGet, textOfSend } from './s3-transport.ts';
import { elementsOf } from './s3-xml.ts';

const ATTEMPTS = 4;
const FIRST_PAUSE_MILLISECONDS = 100;
/** No attempt begins later than this after the first. */
const RETRY_MILLISECONDS = 10_000;
/** For how long a response proves that there is a bucket. */
const PROOF_MILLISECONDS = 60_000;

/** Makes the errors of a store, with a message that holds no secret. */
export interface S3StoreErrors {
  /** The server can't be reached, fails, or is misconfigured. */
  unreachable(message: string, options?: ErrorOptions): Error;
  /** An object is not what was stored. */
  damaged(message: string, options?: ErrorOptions): Error;
}

/** A bucket on an S3 server. */
export interface S3Client extends Disposable, Pick<S3Transport, 'prefix' | 'presign'> {
  /** Those of the store; the message of `unreachable` continues a sentence about the server. */
  readonly errors: S3StoreErrors;
  /**
   * Sends the request, again after an outage. Resolves when the response begins; the caller consumes or destroys it.
   * Rejects with S3Error if the response concerns the object, with the error of `unreachable` if the server can't serve,
   * or with the signal's reason. After an outage, requests are refused for a moment without being sent.
   */
  send(request: S3Request): Promise<IncomingMessage>;
  /** Like `send` with GET, but the caller reads the body into buffers of its own, and closes the response. */
  get(request: S3Request): Promise<S3Response>;
  /** Like `send`, but resolves with the text of the response. */
  sendForText(request: S3Request): Promise<string>;
}

/** A response that is no success. */
interface Refusal {
  readonly status: number;
  /** The server's clock as an HTTP date. */
  readonly date: string | undefined;
  text(): Promise<string>;
}

/** What a request came to. */
type Exchanged<Result> = { readonly result: Result } | { readonly refusal: Refusal };

/** Opens a bucket without connecting. */
export function openS3(options: {
  readonly settings: S3Settings;
  readonly errors: S3StoreErrors;
  readonly connections?: S3Connections;
  /** Counts the requests. */
  readonly counts?: S3Counts | undefined;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}): S3Client {
  const { settings, connections = {}, counts = newS3Counts(), now = () => performance.now() } = options;
  const transport = openS3Transport(settings, connections);
  const { origin } = s3Place(settings);
  const breaker = openCircuitBreaker(now);
  /** When a response last proved that there is a bucket. */
  let proved = Number.NEGATIVE_INFINITY;
  const errors: S3StoreErrors = {
    ...options.errors,
    unreachable: (message, cause) => {
      counts.failed += 1;
      return options.errors.unreachable(message, cause);
    },
  };

  const unreachable: S3StoreErrors['unreachable'] = (what, cause) =>
    errors.unreachable(`${settings.names.endpoint}: ${origin} ${what}`, cause);

  async function counted<Result>(send: () => Promise<Result>): Promise<Result> {
    const begun = now();
    try {
      return await send();
    } finally {
      counts.requests += 1;
      counts.seconds += (now() - begun) / 1000;
    }
  }

  const sendCounted = (request: S3Request) => counted(() => transport.send(request));

  /**
   * Reads the server's word for an error. The response to HEAD has none, so GET asks again: the bucket may be missing, not
   * only the object.
   */
  async function errorOf({ status, date, text }: Refusal, request: S3Request): Promise<S3ErrorResponse> {
    const { method } = request;
    const body = await text();
    const code = (xml: string) => elementsOf(xml, 'Error')[0]?.['Code'] ?? '';
    const said = { status, method, date };
    if (method !== 'HEAD') return { ...said, code: code(body) };
    const isProved = now() - proved < PROOF_MILLISECONDS;
    if (status === 404 && request.expectsMissing && isProved) return { ...said, code: '' };
    const range = { range: 'bytes=0-0' };
    const again = await sendCounted({ ...request, method: 'GET', headers: { ...request.headers, ...range } });
    if ((again.statusCode ?? 0) >= 300) return { ...said, code: code(await textOfSend(again, request)) };
    // The object has appeared since.
    again.destroy();
    return { ...said, code: '' };
  }

  /** Takes note of a response. True if it is a success. */
  function hear(status: number, { accept }: S3Request): boolean {
    breaker.close();
    const isGood = (status >= 200 && status < 300) || accept?.includes(status) === true;
    if (isGood) proved = now();
    return isGood;
  }

  /** Sends the request once, and returns what `read` makes of a success. */
  async function exchange<Result>(
    request: S3Request,
    read: (response: IncomingMessage) => Promise<Result>,
  ): Promise<Exchanged<Result>> {
    const response = await sendCounted(request);
    const { statusCode: status = 0, headers } = response;
    if (hear(status, request)) return { result: await read(response) };
    return { refusal: { status, date: headers.date, text: () => textOfSend(response, request) } };
  }

  /** Sends a GET whose body the caller reads. A response of another kind is asked for again, to read what it says. */
  async function get(request: S3Request): Promise<Exchanged<S3Response>> {
    for (let times = 0; times < 2; times += 1) {
      const response = await counted(() => transport.get(request));
      if (response !== undefined) {
        const { status, headers } = response;
        if (hear(status, request)) return { result: response };
        return { refusal: { status, date: headers['date'], text: () => textOfGet(response, request) } };
      }
      const told = await exchange(request, async (success) => success.destroy());
      if ('refusal' in told) return told;
      // What the server could not do a moment ago, it may do now.
    }
    throw unreachable('sends objects without their size, as no S3 server should');
  }

  /** Resolves with the error after an outage. */
  async function attempt<Result>(
    request: S3Request,
    send: (request: S3Request) => Promise<Exchanged<Result>>,
  ): Promise<{ readonly result: Result } | { readonly outage: Error; readonly isSilent: boolean }> {
    const judge = (response: S3ErrorResponse) => {
      const message = explainResponse(response, settings);
      if (isOutage(response)) return { outage: errors.unreachable(message), isSilent: false };
      const error = new S3Error(response, message);
      if (response.code === 'NoSuchKey') proved = now();
      throw concernsObject(response) ? error : errors.unreachable(message, { cause: error });
    };
    try {
      const sent = await send(request);
      return 'result' in sent ? sent : judge(await errorOf(sent.refusal, request));
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof LateError) return judge(error.response);
      if (!isOfNetwork(error)) throw error;
      return { outage: errors.unreachable(explainNetworkError(error, settings), { cause: error }), isSilent: true };
    }
  }

  async function repeat<Result>(
    request: S3Request,
    send: (request: S3Request) => Promise<Exchanged<Result>>,
  ): Promise<Result> {
    const reason = breaker.reason();
    if (reason !== undefined) throw errors.unreachable(reason);
    const last = now() + RETRY_MILLISECONDS;
    for (let attempts = 1; ; attempts += 1) {
      const tried = await attempt(request, send);
      if ('result' in tried) return tried.result;
      if (attempts === ATTEMPTS || now() > last) {
        // An error response may concern this request alone.
        if (tried.isSilent) breaker.open(tried.outage.message);
        throw tried.outage;
      }
      const pause = FIRST_PAUSE_MILLISECONDS * 2 ** (attempts - 1);
      await wait(pause * (0.5 + Math.random()), undefined, { signal: request.signal }).catch(() => {});
      request.signal.throwIfAborted();
    }
  }

  return {
    prefix: transport.prefix,
    errors: {
      damaged: errors.damaged,
      unreachable,
    },
    send: async (request) => await repeat(request, (each) => exchange(each, async (response) => response)),
    get: async (request) => await repeat(request, get),
    sendForText: async (request) => {
      const read = async (response: IncomingMessage) => {
        const text = await textOfSend(response, request);
        // The server may begin to respond before it knows whether it will succeed.
        const code = elementsOf(text, 'Error')[0]?.['Code'];
        if (code !== undefined) throw new LateError({ status: 200, code, method: request.method, date: undefined });
        return text;
      };
      return await repeat(request, (each) => exchange(each, read));
    },
    presign: transport.presign,
    [Symbol.dispose]: () => transport[Symbol.dispose](),
  };
}

/** An error in a response that began with success. */
class LateError extends Error {
  readonly response: S3ErrorResponse;

  constructor(response: S3ErrorResponse) {
    super(response.code);
    this.response = response;
  }
}

/** Errors of connections have a code; those of programs do not. */
function isOfNetwork(error: unknown): boolean {
  return error instanceof Error && 'code' in error && !(error instanceof S3Error);
}
