/** Sends single signed requests over connections that stay open. */
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { readUpTo } from '../read-up-to.ts';
import { type S3Response, sendS3Get } from './s3-get.ts';
import { type S3Settings, s3Place } from './s3-settings.ts';
import {
  CONNECT_MILLISECONDS,
  IDLE_MILLISECONDS,
  MAX_IDLE,
  networkTimeout,
  type S3Connections,
  S3Sockets,
} from './s3-sockets.ts';

const WAIT_MILLISECONDS = 20_000;
/** Longest text that a response may have. A page of a listing has about 1 MB. */
const MAX_TEXT_BYTES = 16 * 2 ** 20;
/** Stands for the hash of a body that the signature does not cover. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/** Bytes to send, which may have to be sent again. */
export interface S3Payload {
  readonly size: number;
  /** Hexadecimal; the server refuses other bytes. */
  readonly sha256: string;
  open(): Readable;
}

/** One request about an object, or about the bucket if `name` is absent. */
export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Key of the object, without our prefix. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Payload;
  /** Statuses that are no error besides 2xx. */
  readonly accept?: readonly number[];
  /** True if there is usually no such object, so that a 404 is believed while the bucket was seen lately. */
  readonly expectsMissing?: boolean;
  /** How long the connection may be silent before the response begins, and how long its text may take; default 20 s. */
  readonly waitMilliseconds?: number;
  readonly signal: AbortSignal;
}

/** Connections to the server of a bucket, which are made when they are needed. */
export class S3Transport implements Disposable {
  /** Beginning of all our keys in the bucket. */
  readonly prefix: string;
  readonly #root: string;
  readonly #isSecure: boolean;
  readonly #agent: Agent;
  readonly #sockets: S3Sockets;
  readonly #waitMilliseconds: number | undefined;
  /** `cache` holds the signing keys by day. */
  readonly #signing: Omit<ConstructorParameters<typeof AwsV4Signer>[0], 'url'>;

  constructor(settings: S3Settings, connections: S3Connections) {
    const { accessKeyId, secretAccessKey, sessionToken, region, ca } = settings;
    const { prefix, root } = s3Place(settings);
    this.prefix = prefix;
    this.#root = root;
    this.#isSecure = root.startsWith('https:');
    const pool = {
      keepAlive: true,
      maxSockets: connections.most ?? Number.POSITIVE_INFINITY,
      maxFreeSockets: MAX_IDLE,
      timeout: IDLE_MILLISECONDS,
    };
    this.#agent = this.#isSecure ? new SecureAgent({ ...pool, ...(ca === undefined ? {} : { ca }) }) : new Agent(pool);
    this.#sockets = new S3Sockets(root, { ...connections, ca });
    this.#waitMilliseconds = connections.waitMilliseconds;
    const token = sessionToken === undefined ? {} : { sessionToken };
    this.#signing = { accessKeyId, secretAccessKey, ...token, region, service: 's3', cache: new Map() };
  }

  /** Resolves when the response begins; the caller consumes or destroys it. */
  async send(order: S3Request): Promise<IncomingMessage> {
    const { method, body, signal } = order;
    const url = this.#addressOf(order);
    const headers = await this.#headersOf(order, url);
    signal.throwIfAborted();
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (this.#isSecure ? requestHttps : requestHttp)(url, {
        method,
        headers,
        agent: this.#agent,
        signal,
      });
      const bytes = body?.open();
      const limit = (milliseconds: number, message: string) =>
        setTimeout(() => request.destroy(networkTimeout(message)), milliseconds);
      const queued =
        this.#waitMilliseconds === undefined ? undefined : limit(this.#waitMilliseconds, 'no free connection');
      request.once('socket', (socket) => {
        clearTimeout(queued);
        if (!socket.connecting) return;
        const connecting = limit(CONNECT_MILLISECONDS, 'no connection');
        socket.once('connect', () => clearTimeout(connecting)).once('close', () => clearTimeout(connecting));
      });
      request.setTimeout(order.waitMilliseconds ?? WAIT_MILLISECONDS, () =>
        request.destroy(networkTimeout('no response')),
      );
      request.once('response', (response) => {
        request.setTimeout(0);
        // A connection whose request was not sent to its end can't be used again.
        if (!request.writableEnded) response.once('close', () => request.destroy());
        bytes?.destroy();
        // Whoever reads the response sees its errors, but nobody may read it yet.
        response.on('error', () => {});
        resolve(response);
      });
      request.once('close', () => clearTimeout(queued));
      request.on('error', (error) => {
        bytes?.destroy();
        reject(error);
      });
      bytes?.on('error', (cause) => request.destroy(new Error("the bytes to upload can't be read", { cause })));
      if (bytes) bytes.pipe(request);
      else request.end();
    });
  }

  /**
   * Sends a GET whose body the caller reads into buffers of its own. Resolves with undefined if the response is of
   * another kind: `send` can tell which.
   */
  async get(order: S3Request): Promise<S3Response | undefined> {
    const url = this.#addressOf(order);
    const headers = await this.#headersOf(order, url);
    const wait = order.waitMilliseconds ?? WAIT_MILLISECONDS;
    return await sendS3Get(this.#sockets, { url, headers, waitMilliseconds: wait, signal: order.signal });
  }

  /** Returns an address that anyone may read the object at for a while. `query` are `response-…` parameters. */
  async presign(
    name: string,
    { seconds, query }: { seconds: number; query: Readonly<Record<string, string>> },
  ): Promise<string> {
    const url = this.#addressOf({ name, query: { ...query, 'X-Amz-Expires': String(seconds) } });
    const signed = await new AwsV4Signer({ ...this.#signing, url: url.href, signQuery: true }).sign();
    // Not every server reads a plus as the space that the signature is made of.
    return signed.url.href.replaceAll('+', '%20');
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
    this.#sockets[Symbol.dispose]();
  }

  #addressOf({ name, query = {} }: Pick<S3Request, 'name' | 'query'>): URL {
    const path = `${this.prefix}${name}`.split('/').map(encodeURIComponent).join('/');
    const url = new URL(name === undefined ? this.#root : `${this.#root}${path}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return url;
  }

  async #headersOf({ method, headers, body }: S3Request, url: URL): Promise<Record<string, string>> {
    const sha256 = { 'x-amz-content-sha256': body?.sha256 ?? UNSIGNED };
    const signer = new AwsV4Signer({ ...this.#signing, method, url: url.href, headers: { ...headers, ...sha256 } });
    const signed = Object.fromEntries((await signer.sign()).headers);
    return method === 'GET' || method === 'HEAD' ? signed : { ...signed, 'content-length': String(body?.size ?? 0) };
  }
}

/** Reads the whole body of the response to `get` as text, within the time that the request allows, and closes it. */
export async function textOfGet(
  response: S3Response,
  { waitMilliseconds = WAIT_MILLISECONDS }: Pick<S3Request, 'waitMilliseconds'>,
): Promise<string> {
  try {
    if (response.size > MAX_TEXT_BYTES) throw tooLong();
    const deadline = performance.now() + waitMilliseconds;
    const bytes = Buffer.alloc(response.size);
    for (let done = 0; done < bytes.length; ) {
      done += await response.read(bytes.subarray(done), Math.max(1, deadline - performance.now()));
    }
    return bytes.toString();
  } finally {
    response.close();
  }
}

/** Reads the rest of the response to `send` as text, within the time that the request allows. */
export async function textOfSend(
  response: IncomingMessage,
  { waitMilliseconds = WAIT_MILLISECONDS }: Pick<S3Request, 'waitMilliseconds'>,
): Promise<string> {
  const timer = setTimeout(
    () => response.destroy(networkTimeout('the end of a response did not come')),
    waitMilliseconds,
  );
  try {
    const text = await readUpTo(response, MAX_TEXT_BYTES);
    if (text === undefined) throw tooLong();
    return text.toString();
  } finally {
    clearTimeout(timer);
  }
}

function tooLong(): Error {
  return Object.assign(new Error('the response is too long'), { code: 'EMSGSIZE' });
}
