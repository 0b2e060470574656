/** Sends single signed requests over connections that stay open. */
import type { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { Pool } from 'undici';
import { exchange, type S3Response } from './s3-response.ts';
import { type S3Settings, s3Place } from './s3-settings.ts';

const CONNECT_MILLISECONDS = 5_000;
/** How long a connection may be idle. After more, a device in between may have forgotten it without a word. */
const IDLE_MILLISECONDS = 10_000;
/** How long a response may take to begin, and to bring its next bytes. */
export const WAIT_MILLISECONDS = 20_000;
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
  /** How long the response may take to begin, and its text to arrive; default 20 s. */
  readonly waitMilliseconds?: number;
  /** How long the response may bring nothing; default 20 s. */
  readonly silenceMilliseconds?: number;
  readonly signal: AbortSignal;
}

/**
 * How many connections there may be, and how long a request may wait for one. The number holds for downloads, and again
 * for all other requests: callers who take a download slowly must not hold those up.
 */
export interface S3Connections {
  /** Unlimited by default. */
  readonly most?: number;
  /** Unlimited by default. */
  readonly waitMilliseconds?: number;
}

/** Connections to the server of a bucket. */
export interface S3Transport extends Disposable {
  /** Beginning of all our keys in the bucket. */
  readonly prefix: string;
  /** Resolves when the response begins; the caller reads it to its end or closes it. */
  send(request: S3Request): Promise<S3Response>;
  /** Like `send`, over the connections for downloads. */
  download(request: S3Request): Promise<S3Response>;
  /** Returns an address that anyone may read the object at for a while. `query` are `response-…` parameters. */
  presign(name: string, options: { seconds: number; query: Readonly<Record<string, string>> }): Promise<string>;
}

/** Opens the transport without connecting. */
export function openS3Transport(settings: S3Settings, { most, waitMilliseconds }: S3Connections): S3Transport {
  const { accessKeyId, secretAccessKey, sessionToken, region, ca } = settings;
  const { prefix, root, origin } = s3Place(settings);
  const openPool = () =>
    new Pool(origin, {
      connections: most ?? null,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: IDLE_MILLISECONDS,
      keepAliveMaxTimeout: IDLE_MILLISECONDS,
      // While a caller takes a download slowly, nothing else keeps the connection alive.
      connect: { timeout: CONNECT_MILLISECONDS, keepAliveInitialDelay: IDLE_MILLISECONDS, ...(ca ? { ca } : {}) },
    });
  const pools = { requests: openPool(), downloads: openPool() };
  /** Signing keys by day. */
  const cache = new Map<string, ArrayBuffer>();
  const token = sessionToken === undefined ? {} : { sessionToken };
  const signing = { accessKeyId, secretAccessKey, ...token, region, service: 's3', cache };

  function addressOf({ name, query = {} }: Pick<S3Request, 'name' | 'query'>): URL {
    const url = new URL(name === undefined ? root : `${root}${prefix}${name}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return url;
  }

  async function headersOf({ method, headers, body }: S3Request, url: URL): Promise<Record<string, string>> {
    const sha256 = { 'x-amz-content-sha256': body?.sha256 ?? UNSIGNED };
    const signer = new AwsV4Signer({ ...signing, method, url: url.href, headers: { ...headers, ...sha256 } });
    const signed = Object.fromEntries((await signer.sign()).headers);
    return method === 'GET' || method === 'HEAD' ? signed : { ...signed, 'content-length': String(body?.size ?? 0) };
  }

  async function sendOver(pool: Pool, order: S3Request): Promise<S3Response> {
    const { method, body, signal, waitMilliseconds: wait = WAIT_MILLISECONDS, silenceMilliseconds = wait } = order;
    const url = addressOf(order);
    const headers = await headersOf(order, url);
    signal.throwIfAborted();
    return await exchange(pool, {
      url,
      method,
      headers,
      body: body?.open(),
      queueMilliseconds: waitMilliseconds,
      headersTimeout: wait,
      bodyTimeout: silenceMilliseconds,
      signal,
    });
  }

  return {
    prefix,
    send: (order) => sendOver(pools.requests, order),
    download: (order) => sendOver(pools.downloads, order),
    presign: async (name, { seconds, query }) => {
      const url = addressOf({ name, query: { ...query, 'X-Amz-Expires': String(seconds) } });
      const signed = await new AwsV4Signer({ ...signing, url: url.href, signQuery: true }).sign();
      // Not every server reads a plus as the space that the signature is made of.
      return signed.url.href.replaceAll('+', '%20');
    },
    [Symbol.dispose]: () => {
      const closed = new Error('the connections to the S3 server were closed');
      for (const pool of Object.values(pools)) void pool.destroy(closed);
    },
  };
}
