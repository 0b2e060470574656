/** Answers that are known when a request comes: sent at once. */
import { type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http';
import type { Logger } from 'pino';
import { openLines } from '../../platform/log.ts';
import type { Answer, PlainRequest } from '../answer.ts';
import { ALWAYS } from '../headers.ts';
import { hostFault } from '../host.ts';
import { type Metrics, OTHER } from '../metrics/metrics.ts';
import { begin } from '../overload/pipeline.ts';
import { announcesBody, hasLargeHeaders } from '../read-request.ts';
import { withoutSecrets } from '../redact.ts';
import type { Unsent } from '../unsent.ts';
import { type Piece, pieceOf, sendPiece, takesOnePiece } from './one-piece.ts';

export interface KnownAnswers {
  /** Sends the answer of a request that is known already; false where there is none. `came`: when, in milliseconds. */
  send(request: IncomingMessage, response: ServerResponse, came?: number): boolean;
}

/** What an answer that is sent again and again needs each time. It is known by one address alone. */
interface Prepared {
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the body is long. */
  readonly piece: Piece | undefined;
  count(seconds: number): void;
  /** Writes a line for an answer that took so many milliseconds. */
  tell(milliseconds: number): void;
}

interface Waiting {
  readonly response: ServerResponse;
  readonly piece: Piece;
  readonly ready: Prepared;
  /** When the request was read, in milliseconds. */
  readonly came: number;
}

/** Longer bodies are written apart from their head: the copy would cost more than it saves. */
const LONGEST_PIECE_BYTES = 64 * 1024;

export function openKnownAnswers({
  find,
  metrics,
  log,
  unsent,
  idleSeconds,
}: {
  find(request: PlainRequest): Answer | undefined;
  readonly metrics: Pick<Metrics, 'counter'>;
  readonly log: Logger;
  readonly unsent: Pick<Unsent, 'admit'>;
  /** How long a connection without a request stays open. */
  readonly idleSeconds: number;
}): KnownAnswers {
  const prepared = new WeakMap<Answer, Prepared>();

  /** Of this turn of the event loop. */
  let waiting: Waiting[] = [];
  /**
   * Together, when all requests that had come are read: a caller, or a proxy with many, is woken once for all of them and not for
   * each, which takes a fifth of the time. Alone it waits for nobody, since the turn ends at once.
   */
  function sendWaiting(): void {
    const all = waiting;
    waiting = [];
    for (const { response, piece } of all) sendPiece(response, piece, idleSeconds);
    const now = performance.now();
    for (const { ready, came } of all) account(ready, now - came);
  }

  function account({ count, tell }: Prepared, milliseconds: number): void {
    count(milliseconds / 1000);
    tell(Math.round(milliseconds * 10) / 10);
  }

  /** Undefined where Node would refuse its headers: then that is told on the way of all other answers. */
  function prepare(answer: Answer, url: string): Prepared | undefined {
    const headers = { ...ALWAYS, ...answer.headers };
    const { status, body, operation = OTHER } = answer;
    const isShort = body === undefined || (body instanceof Uint8Array && body.length <= LONGEST_PIECE_BYTES);
    try {
      for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, value);
    } catch {
      return undefined;
    }
    const own = {
      headers,
      piece: isShort ? pieceOf(status, headers, body) : undefined,
      count: metrics.counter(operation, status),
      tell: openLines(log, { method: 'GET', url: withoutSecrets(url), status }, 'milliseconds', 'request'),
    };
    prepared.set(answer, own);
    return own;
  }

  return {
    send(request, response, came = performance.now()) {
      const { url = '', headers } = request;
      // Requests with a body, and invalid ones, are answered elsewhere.
      if (hostFault(request) !== undefined || announcesBody(request) || hasLargeHeaders(request)) return false;
      const answer = find({ method: request.method ?? '', target: url, headers });
      if (!answer) return false;
      const ready = prepared.get(answer) ?? prepare(answer, url);
      if (!ready) return false;
      const { piece } = ready;
      if (piece && takesOnePiece(request, response)) {
        if (waiting.push({ response, piece, ready, came }) === 1) setImmediate(sendWaiting);
      } else {
        // Without room for the answer, the request is refused like any other.
        if (answer.body instanceof Uint8Array && !unsent.admit(response, answer.body)) return false;
        // It takes its time, and nothing may come in between.
        begin(response);
        response.writeHead(answer.status, ready.headers).end(answer.body);
        account(ready, performance.now() - came);
      }
      return true;
    },
  };
}
