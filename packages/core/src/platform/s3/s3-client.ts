/** Requests to an S3 server that are repeated after outages, with errors that name the setting to check. */
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { CircuitBreaker } from './circuit-breaker.ts';
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
import { type S3Request, S3Transport, textOfGet, textOfSend } from './s3-transport.ts';
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

/** A response that is no success. */
interface Refusal {
  readonly status: number;
  /** The server's clock as an HTTP date. */
  readonly date: string | undefined;
  text(): Promise<string>;
}

/** What a request came to. */
type Exchanged<Result> = { readonly result: Result } | { readonly refusal: Refusal };

/** A bucket on an S3 server. Connects when it is used. */
export class S3Client implements Disposable {
  /** Those of the store; the message of `unreachable` continues a sentence about the server. */
  readonly errors: S3StoreErrors;
  /** Beginning of all our keys in the bucket. */
  readonly prefix: string;
  readonly #settings: S3Settings;
  readonly #counts: S3Counts;
  readonly #now: () => number;
  readonly #transport: S3Transport;
  readonly #breaker: CircuitBreaker;
  readonly #newUnreachable: S3StoreErrors['unreachable'];
  /** When a response last proved that there is a bucket. */
  #proved = Number.NEGATIVE_INFINITY;

  constructor(options: {
    readonly settings: S3Settings;
    readonly errors: S3StoreErrors;
    readonly connections?: S3Connections;
    readonly counts?: S3Counts | undefined;
    /** Monotonic clock in milliseconds. */
    readonly now?: () => number;
  }) {
    const { settings, errors, connections = {}, counts = newS3Counts(), now = () => performance.now() } = options;
    this.#settings = settings;
    this.#counts = counts;
    this.#now = now;
    this.#transport = new S3Transport(settings, connections);
    this.prefix = this.#transport.prefix;
    this.#breaker = new CircuitBreaker(now);
    this.#newUnreachable = (message, cause) => {
      counts.failed += 1;
      return errors.unreachable(message, cause);
    };
    const server = `${settings.names.endpoint}: ${s3Place(settings).origin}`;
    this.errors = {
      damaged: errors.damaged,
      unreachable: (what, cause) => this.#newUnreachable(`${server} ${what}`, cause),
    };
  }

  /** Returns an address that anyone may read the object at for a while. `query` are `response-…` parameters. */
  presign(...args: Parameters<S3Transport['presign']>): Promise<string> {
    return this.#transport.presign(...args);
  }

  /**
   * Sends the request, again after an outage. Resolves when the response begins; the caller consumes or destroys it.
   * Rejects with S3Error if the response concerns the object, with the error of `unreachable` if the server can't serve,
   * or with the signal's reason. After an outage, requests are refused for a moment without being sent.
   */
  send(request: S3Request): Promise<IncomingMessage> {
    return this.#repeat(request, () => this.#exchange(request, async (response) => response));
  }

  /** Like `send` with GET, but the caller reads the body into buffers of its own, and closes the response. */
  get(request: S3Request): Promise<S3Response> {
    return this.#repeat(request, () => this.#get(request));
  }

  /** Like `send`, but resolves with the text of the response. */
  sendForText(request: S3Request): Promise<string> {
    const read = async (response: IncomingMessage) => {
      const text = await textOfSend(response, request);
      // The server may begin to respond before it knows whether it will succeed.
      const code = elementsOf(text, 'Error')[0]?.['Code'];
      if (code !== undefined) throw new LateError({ status: 200, code, method: request.method, date: undefined });
      return text;
    };
    return this.#repeat(request, () => this.#exchange(request, read));
  }

  [Symbol.dispose](): void {
    this.#transport[Symbol.dispose]();
  }

  async #counted<Result>(send: () => Promise<Result>): Promise<Result> {
    const begun = this.#now();
    try {
      return await send();
    } finally {
      this.#counts.requests += 1;
      this.#counts.seconds += (this.#now() - begun) / 1000;
    }
  }

  #send(request: S3Request): Promise<IncomingMessage> {
    return this.#counted(() => this.#transport.send(request));
  }

  /**
   * Reads the server's word for an error. The response to HEAD has none, so GET asks again: the bucket may be missing, not
   * only the object.
   */
  async #errorOf({ status, date, text }: Refusal, request: S3Request): Promise<S3ErrorResponse> {
    const { method } = request;
    const body = await text();
    const code = (xml: string) => elementsOf(xml, 'Error')[0]?.['Code'] ?? '';
    const said = { status, method, date };
    if (method !== 'HEAD') return { ...said, code: code(body) };
    const isProved = this.#now() - this.#proved < PROOF_MILLISECONDS;
    if (status === 404 && request.expectsMissing && isProved) return { ...said, code: '' };
    const range = { range: 'bytes=0-0' };
    const again = await this.#send({ ...request, method: 'GET', headers: { ...request.headers, ...range } });
    if ((again.statusCode ?? 0) >= 300) return { ...said, code: code(await textOfSend(again, request)) };
    // The object has appeared since.
    again.destroy();
    return { ...said, code: '' };
  }

  /** Takes note of a response. True if it is a success. */
  #hear(status: number, { accept }: S3Request): boolean {
    this.#breaker.close();
    const isGood = (status >= 200 && status < 300) || accept?.includes(status) === true;
    if (isGood) this.#proved = this.#now();
    return isGood;
  }

  /** Sends the request once, and returns what `read` makes of a success. */
  async #exchange<Result>(
    request: S3Request,
    read: (response: IncomingMessage) => Promise<Result>,
  ): Promise<Exchanged<Result>> {
    const response = await this.#send(request);
    const { statusCode: status = 0, headers } = response;
    if (this.#hear(status, request)) return { result: await read(response) };
    return { refusal: { status, date: headers.date, text: () => textOfSend(response, request) } };
  }

  /** Sends a GET whose body the caller reads. A response of another kind is asked for again, to read what it says. */
  async #get(request: S3Request): Promise<Exchanged<S3Response>> {
    for (let times = 0; times < 2; times += 1) {
      const response = await this.#counted(() => this.#transport.get(request));
      if (response !== undefined) {
        const { status, headers } = response;
        if (this.#hear(status, request)) return { result: response };
        return { refusal: { status, date: headers['date'], text: () => textOfGet(response, request) } };
      }
      const told = await this.#exchange(request, async (success) => success.destroy());
      if ('refusal' in told) return told;
      // What the server could not do a moment ago, it may do now.
    }
    throw this.errors.unreachable('sends objects without their size, as no S3 server should');
  }

  /** Resolves with the error after an outage. */
  async #attempt<Result>(
    request: S3Request,
    send: () => Promise<Exchanged<Result>>,
  ): Promise<{ readonly result: Result } | { readonly outage: Error; readonly isSilent: boolean }> {
    const judge = (response: S3ErrorResponse) => {
      const message = explainResponse(response, this.#settings);
      if (isOutage(response)) return { outage: this.#newUnreachable(message), isSilent: false };
      const error = new S3Error(response, message);
      if (response.code === 'NoSuchKey') this.#proved = this.#now();
      throw concernsObject(response) ? error : this.#newUnreachable(message, { cause: error });
    };
    try {
      const sent = await send();
      return 'result' in sent ? sent : judge(await this.#errorOf(sent.refusal, request));
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof LateError) return judge(error.response);
      if (!isOfNetwork(error)) throw error;
      return {
        outage: this.#newUnreachable(explainNetworkError(error, this.#settings), { cause: error }),
        isSilent: true,
      };
    }
  }

  async #repeat<Result>(request: S3Request, send: () => Promise<Exchanged<Result>>): Promise<Result> {
    const reason = this.#breaker.reason();
    if (reason !== undefined) throw this.#newUnreachable(reason);
    const last = this.#now() + RETRY_MILLISECONDS;
    for (let attempts = 1; ; attempts += 1) {
      const tried = await this.#attempt(request, send);
      if ('result' in tried) return tried.result;
      if (attempts === ATTEMPTS || this.#now() > last) {
        // An error response may concern this request alone.
        if (tried.isSilent) this.#breaker.open(tried.outage.message);
        throw tried.outage;
      }
      const pause = FIRST_PAUSE_MILLISECONDS * 2 ** (attempts - 1);
      await wait(pause * (0.5 + Math.random()), undefined, { signal: request.signal }).catch(() => {});
      request.signal.throwIfAborted();
    }
  }
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
