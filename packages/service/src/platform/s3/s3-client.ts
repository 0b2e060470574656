/** Requests to an S3 server that are repeated after outages, with errors that name the setting to check. */
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
import type { S3Response } from './s3-response.ts';
import { type S3Settings, s3Place } from './s3-settings.ts';
import {
  openS3Transport,
  type S3Connections,
  type S3Request,
  type S3Transport,
  WAIT_MILLISECONDS,
} from './s3-transport.ts';
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
   * Sends the request, again after an outage. Resolves when the response begins; the caller reads it to its end or closes it.
   * Rejects with S3Error if the response concerns the object, with the error of `unreachable` if the server can't serve,
   * or with the signal's reason. After an outage, requests are refused for a moment without being sent.
   */
  send(request: S3Request): Promise<S3Response>;
  /** Like `send` with GET, over connections that are there for downloads; the response has a size. */
  download(request: S3Request): Promise<S3Response & { readonly size: number }>;
  /** Like `send`, but resolves with the text of the response. */
  sendForText(request: S3Request): Promise<string>;
}

/** What a request came to. */
type Exchanged<Result> = { readonly result: Result } | { readonly refusal: S3Response };

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

  /**
   * Reads the server's word for an error. The response to HEAD has none, so GET asks again: the bucket may be missing, not
   * only the object.
   */
  async function errorOf(refusal: S3Response, request: S3Request): Promise<S3ErrorResponse> {
    const { method, waitMilliseconds = WAIT_MILLISECONDS } = request;
    const codeIn = async (response: S3Response) =>
      elementsOf(await response.text(waitMilliseconds), 'Error')[0]?.['Code'] ?? '';
    const { status } = refusal;
    const said = { status, method, date: refusal.headers['date'] };
    if (method !== 'HEAD') return { ...said, code: await codeIn(refusal) };
    refusal.close();
    const isProved = now() - proved < PROOF_MILLISECONDS;
    if (status === 404 && request.expectsMissing && isProved) return { ...said, code: '' };
    const range = { range: 'bytes=0-0' };
    const again = await counted(() =>
      transport.send({ ...request, method: 'GET', headers: { ...request.headers, ...range } }),
    );
    if (again.status >= 300) return { ...said, code: await codeIn(again) };
    // The object has appeared since.
    again.close();
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
    send: S3Transport['send'],
    read: (response: S3Response) => Promise<Result>,
  ): Promise<Exchanged<Result>> {
    const response = await counted(() => send(request));
    return hear(response.status, request) ? { result: await read(response) } : { refusal: response };
  }

  async function sized(response: S3Response): Promise<S3Response & { readonly size: number }> {
    const { size } = response;
    if (size !== undefined) return { ...response, size };
    response.close();
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
    send: async (request) =>
      await repeat(request, (each) => exchange(each, transport.send, async (response) => response)),
    download: async (request) => await repeat(request, (each) => exchange(each, transport.download, sized)),
    sendForText: async (request) => {
      const read = async (response: S3Response) => {
        const text = await response.text(request.waitMilliseconds ?? WAIT_MILLISECONDS);
        // The server may begin to respond before it knows whether it will succeed.
        const code = elementsOf(text, 'Error')[0]?.['Code'];
        if (code !== undefined) throw new LateError({ status: 200, code, method: request.method, date: undefined });
        return text;
      };
      return await repeat(request, (each) => exchange(each, transport.send, read));
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
