/** Sends signed requests to an S3 server: over connections that stay open, again after outages, and with time limits. */
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { newS3Counts, type S3Counts } from './s3-counts.ts';
import { explainAnswer, explainFailure, isOutage, type S3Answer, S3Refusal } from './s3-errors.ts';
import { type S3Settings, s3Place } from './s3-settings.ts';
import { elementsOf } from './s3-xml.ts';

const ATTEMPTS = 4;
const FIRST_PAUSE_MILLISECONDS = 100;
/** No attempt begins later than this after the first. */
const PATIENCE_MILLISECONDS = 10_000;
const CONNECT_MILLISECONDS = 5_000;
const IDLE_MILLISECONDS = 20_000;
const MAX_IDLE_CONNECTIONS = 64;
/** Stands for the hash of a body that the signature does not cover. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/** Bytes to send, which may have to be sent again. */
export interface S3Body {
  readonly size: number;
  /** Hexadecimal; the server refuses other bytes. */
  readonly sha256: string;
  open(): Readable;
}

/** One request about an object, or about the bucket if `name` is absent. */
export interface S3Order {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Key of the object, without our prefix. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  /** Statuses that are no error besides 2xx. */
  readonly accept?: readonly number[];
  /** How long the connection may be silent before the answer begins; default 20 s. */
  readonly idleMilliseconds?: number;
  readonly signal: AbortSignal;
}

/** A bucket on an S3 server. */
export interface S3Client extends Disposable {
  /** Beginning of all our keys in the bucket. */
  readonly prefix: string;
  /**
   * Sends the request, again after an outage. Resolves when the answer begins; the caller consumes or destroys it.
   * Rejects with S3Refusal if the server refuses it, with the error of `unreachable` if it can't serve, or with the
   * signal's reason.
   */
  send(order: S3Order): Promise<IncomingMessage>;
  /** Like `send`, but resolves with the text of the answer. */
  sendForText(order: S3Order): Promise<string>;
  /** Returns an address that anyone may read the object at for a while. `answers` are `response-…` parameters. */
  presign(name: string, options: { seconds: number; answers: Readonly<Record<string, string>> }): Promise<string>;
}

/**
 * Opens a bucket without connecting. `unreachable` makes the error if the server can't be reached or is misconfigured.
 * At most `maxConnections` are open, by default any number. `counts` counts the requests.
 */
export function openS3({
  settings,
  unreachable: unreachableError,
  maxConnections = Number.POSITIVE_INFINITY,
  counts = newS3Counts(),
}: {
  readonly settings: S3Settings;
  readonly unreachable: (message: string, options: ErrorOptions) => Error;
  readonly maxConnections?: number;
  readonly counts?: S3Counts | undefined;
}): S3Client {
  const { accessKeyId, secretAccessKey, region, ca } = settings;
  const { prefix, root } = s3Place(settings);
  const isSecure = root.startsWith('https:');
  const pool = { keepAlive: true, maxSockets: maxConnections, maxFreeSockets: MAX_IDLE_CONNECTIONS };
  const agent = isSecure ? new SecureAgent({ ...pool, ...(ca === undefined ? {} : { ca }) }) : new Agent(pool);
  /** Signing keys by day. */
  const cache = new Map<string, ArrayBuffer>();
  const signing = { accessKeyId, secretAccessKey, region, service: 's3', cache };

  function unreachable(message: string, options: ErrorOptions): Error {
    counts.failed += 1;
    return unreachableError(message, options);
  }

  function addressOf({ name, query = {} }: Pick<S3Order, 'name' | 'query'>): URL {
    const url = new URL(name === undefined ? root : `${root}${prefix}${name}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    return url;
  }

  async function attempt(order: S3Order): Promise<IncomingMessage> {
    const { method, body, signal, idleMilliseconds = IDLE_MILLISECONDS } = order;
    const url = addressOf(order);
    const sha256 = { 'x-amz-content-sha256': body?.sha256 ?? UNSIGNED };
    const signed = await new AwsV4Signer({
      ...signing,
      method,
      url: url.href,
      headers: { ...order.headers, ...sha256 },
    }).sign();
    const headers = { ...Object.fromEntries(signed.headers), 'content-length': String(body?.size ?? 0) };
    if (method === 'GET' || method === 'HEAD') Reflect.deleteProperty(headers, 'content-length');
    signal.throwIfAborted();
    return await new Promise<IncomingMessage>((resolve, reject) => {
      const request = (isSecure ? requestHttps : requestHttp)(url, { method, headers, agent, signal });
      const bytes = body?.open();
      request.once('socket', (socket) => {
        if (!socket.connecting) return;
        const giveUp = setTimeout(() => request.destroy(timeout('no connection')), CONNECT_MILLISECONDS);
        socket.once('connect', () => clearTimeout(giveUp)).once('close', () => clearTimeout(giveUp));
      });
      request.setTimeout(idleMilliseconds, () => request.destroy(timeout('no answer')));
      request.once('response', (response) => {
        request.setTimeout(0);
        // A connection whose request was not sent to its end can't be used again.
        if (!request.writableEnded) response.once('close', () => request.destroy());
        bytes?.destroy();
        // Whoever reads the answer sees its errors, but nobody may read it yet.
        response.on('error', () => {});
        resolve(response);
      });
      request.on('error', (error) => {
        bytes?.destroy();
        reject(error);
      });
      bytes?.on('error', (cause) => request.destroy(new Error("the bytes to upload can't be read", { cause })));
      if (bytes) bytes.pipe(request);
      else request.end();
    });
  }

  /** Reads the server's word for an error. The answer to HEAD has none, so GET asks again. */
  async function answerOf(response: IncomingMessage, order: S3Order): Promise<S3Answer> {
    const { method } = order;
    const status = response.statusCode ?? 0;
    const date = response.headers.date;
    const xml = await text(response).catch(() => '');
    if (method !== 'HEAD') return { status, code: elementsOf(xml, 'Error')[0]?.['Code'] ?? '', method, date };
    const again = await attempt({ ...order, method: 'GET', headers: { ...order.headers, range: 'bytes=0-0' } });
    const { code } = await answerOf(again, { ...order, method: 'GET' });
    return { status, code, method, date };
  }

  /** Resolves with an answer, or with the error after an outage. */
  async function sendOnce(order: S3Order): Promise<IncomingMessage | Error> {
    const begun = performance.now();
    try {
      const response = await attempt(order);
      const { statusCode: status = 0 } = response;
      if ((status >= 200 && status < 300) || order.accept?.includes(status)) return response;
      const answer = await answerOf(response, order);
      const message = explainAnswer(answer, settings);
      if (isOutage(answer)) return unreachable(message, {});
      const refusal = new S3Refusal(answer, message);
      throw isMisconfigured(answer) ? unreachable(message, { cause: refusal }) : refusal;
    } catch (error) {
      order.signal.throwIfAborted();
      if (!isOfSystem(error)) throw error;
      return unreachable(explainFailure(error, settings), { cause: error });
    } finally {
      counts.requests += 1;
      counts.seconds += (performance.now() - begun) / 1000;
    }
  }

  async function send(order: S3Order): Promise<IncomingMessage> {
    const last = performance.now() + PATIENCE_MILLISECONDS;
    for (let attempts = 1; ; attempts += 1) {
      const sent = await sendOnce(order);
      if (!(sent instanceof Error)) return sent;
      if (attempts === ATTEMPTS || performance.now() > last) throw sent;
      const pause = FIRST_PAUSE_MILLISECONDS * 2 ** (attempts - 1);
      await wait(pause * (0.5 + Math.random()), undefined, { signal: order.signal }).catch(() => {});
      order.signal.throwIfAborted();
    }
  }

  return {
    prefix,
    send,
    sendForText: async (order) => await text(await send(order)),
    presign: async (name, { seconds, answers }) => {
      const url = addressOf({ name, query: { ...answers, 'X-Amz-Expires': String(seconds) } });
      const signed = await new AwsV4Signer({ ...signing, url: url.href, signQuery: true }).sign();
      // Not every server reads a plus as the space that the signature is made of.
      return signed.url.href.replaceAll('+', '%20');
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

/** True for errors of settings, of rights and of clocks, which concern every request. */
function isMisconfigured({ status, code }: S3Answer): boolean {
  return status === 301 || status === 403 || MISCONFIGURED.has(code);
}
const MISCONFIGURED: ReadonlySet<string> = new Set([
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'InvalidBucketName',
  'NoSuchBucket',
]);

/** Errors of connections have a code; those of programs do not. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'code' in error && !(error instanceof S3Refusal);
}

function timeout(message: string): Error {
  return Object.assign(new Error(`${message} in time`), { code: 'ETIMEDOUT' });
}
