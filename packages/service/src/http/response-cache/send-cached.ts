/** Sends cached answers immediately, before a request is queued. */
import { type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http';
import type { Logger } from 'pino';
import { openLines } from '../../../../core/src/platform/log.ts';
import type { Answer, PlainRequest } from '../answer.ts';
import { ALWAYS } from '../headers.ts';
import { type Metrics, OTHER } from '../metrics/metrics.ts';
import { withoutSecrets } from '../metrics/request-log.ts';
import { markUnanswered } from '../overload/pipeline.ts';
import { announcesBody, hasLargeHeaders, hostFault } from '../read-request.ts';
import type { Unsent } from '../unsent.ts';
import type { FileBuffers } from './file-buffers.ts';
import {
  allowsSingleWrite,
  HEAD_ROOM,
  LONGEST_SHORT_BYTES,
  SingleWrite,
  writeLong,
  writeOnce,
} from './single-write.ts';

/** What every sending of a cached answer needs. Each answer is cached under one address, so its log line is fixed. */
interface Prepared {
  readonly headers: Readonly<Record<string, string>>;
  readonly single: SingleWrite;
  readonly isShort: boolean;
  /** Bytes of the body; NaN without one. */
  readonly length: number;
  /** Counts and logs an answer that took this many milliseconds. */
  account(milliseconds: number): void;
}

interface Waiting {
  readonly response: ServerResponse;
  readonly single: SingleWrite;
  readonly ready: Prepared;
  /** When the request was read, in milliseconds. */
  readonly received: number;
}

/**
 * Returns the function that sends cached answers, which `find` looks up. It returns false if there is none. `place` finds
 * where the caller knows this service, and `received` is when it was read, in milliseconds.
 */
export function openCachedSender({
  find,
  metrics,
  log,
  unsent,
  fileBuffers,
  idleSeconds,
  hasSingleWrite,
}: {
  find(request: PlainRequest): Answer | undefined;
  readonly metrics: Pick<Metrics, 'counter' | 'sentFromCache'>;
  readonly log: Logger;
  readonly unsent: Pick<Unsent, 'admit' | 'fits'>;
  readonly fileBuffers: FileBuffers;
  /** How long a connection without a request stays open. */
  readonly idleSeconds: number;
  /** True if this Node passed `checkSingleWrite`; otherwise `node:http` writes every answer. */
  readonly hasSingleWrite: boolean;
}) {
  const prepared = new WeakMap<Answer, Prepared>();

  /** Answers of this turn of the event loop. */
  let waiting: Waiting[] = [];
  /**
   * Sends them together once all requests that had arrived are read. So a caller, or a proxy with many callers, wakes
   * up once for all answers, which takes a fifth of the time. A single answer is not delayed, because the turn ends
   * immediately.
   */
  function sendWaiting(): void {
    const all = waiting;
    waiting = [];
    const sent = all.filter(isSent);
    const now = performance.now();
    for (const { ready, received } of sent) ready.account(now - received);
  }

  /** Writes one answer. Returns false if its caller has hung up, or if the write fails, which ends the connection. */
  function isSent({ response, single }: Waiting): boolean {
    try {
      return writeOnce(response, single);
    } catch (err) {
      // Caught here, because the other answers must still be sent.
      log.error({ err }, 'a cached answer was not sent');
      response.req.socket.destroy();
      return false;
    }
  }

  /** Undefined if Node would refuse the headers; the normal path then reports the error. */
  function prepare(answer: Answer, url: string): Prepared | undefined {
    const headers = { ...ALWAYS, ...answer.headers };
    const { status, body, file, operation = OTHER } = answer;
    const bytes = body instanceof Uint8Array ? body : undefined;
    try {
      for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
    } catch {
      return undefined;
    }
    const count = metrics.counter(operation, status);
    const line = openLines(log, { method: 'GET', url: withoutSecrets(url), status }, 'milliseconds', 'request');
    const own: Prepared = {
      headers,
      single: new SingleWrite(status, headers, idleSeconds, bytes),
      isShort: bytes ? bytes.length <= LONGEST_SHORT_BYTES : body === undefined && !file,
      length: Number(answer.headers['content-length']),
      account: (milliseconds) => {
        count(milliseconds / 1000);
        metrics.sentFromCache();
        line(Math.round(milliseconds * 10) / 10);
      },
    };
    prepared.set(answer, own);
    return own;
  }

  return (
    request: IncomingMessage,
    response: ServerResponse,
    place: NonNullable<PlainRequest['place']>,
    received = performance.now(),
  ): boolean => {
    const { url = '', headers } = request;
    // Requests with a body and invalid requests take the normal path.
    if (hostFault(request) !== undefined || announcesBody(request) || hasLargeHeaders(request)) return false;
    const answer = find({ method: request.method ?? '', target: url, headers, place });
    if (!answer) return false;
    const ready = prepared.get(answer) ?? prepare(answer, url);
    if (!ready) return false;
    const { single } = ready;
    const isSingle = hasSingleWrite && allowsSingleWrite(request, response);
    if (isSingle && ready.isShort) {
      if (waiting.push({ response, single, ready, received }) === 1) setImmediate(sendWaiting);
    } else {
      const file = answer.body === undefined ? answer.file : undefined;
      const room = file && fileBuffers.take();
      const read = file?.read(room, HEAD_ROOM)?.bytes;
      const body = file ? read : answer.body;
      const sent = () => room && fileBuffers.free(room);
      // The normal path draws a picture again whose file is gone, and refuses the request if the memory for unsent answers
      // is used up.
      const isLost = file && read?.length !== ready.length;
      const bytes = body instanceof Uint8Array ? body : undefined;
      // Nearly all callers take it at once, and are never counted.
      const mayBeCountedLater = isSingle && bytes && unsent.fits(bytes);
      if (isLost || (bytes && !mayBeCountedLater && !unsent.admit(response, bytes))) {
        sent();
        return false;
      }
      if (!isSingle || !bytes) {
        // Sending takes time; registering the request keeps other bytes from being written in between.
        markUnanswered(response);
        response.writeHead(answer.status, ready.headers).end(body, sent);
      } else if (!writeLong(response, { prepared: single, body: read, sent })) {
        markUnanswered(response);
        if (mayBeCountedLater) unsent.admit(response, bytes);
      }
      ready.account(performance.now() - received);
    }
    return true;
  };
}
