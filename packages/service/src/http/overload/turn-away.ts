/** Requests that are refused before they are read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../domain/errors.ts';
import { callbackIn } from '../callback.ts';
import { ANY_ORIGIN, type Cors } from '../cors.ts';
import { ALWAYS } from '../headers.ts';
import { type Metrics, REFUSED } from '../metrics/metrics.ts';
import { announcesBody, pathAndQuery } from '../read-request.ts';
import { errorAnswer } from '../reply.ts';
import { type Piece, pieceOf, sendPiece, takesOnePiece } from '../response-cache/one-piece.ts';

export const TOO_MANY = new ApiError('overloaded', 'more is asked for than can be answered in time; try again');

/** Refuses an answer for which no memory is left, because other callers have not taken theirs yet. */
export const NO_ROOM = new ApiError(
  'overloaded',
  'other callers are slow to take their answers, and no memory is left for this one; try again',
);

export function tooOften(retryAfterSeconds: number): ApiError {
  return new ApiError('limited', 'you ask too often; try again later', { retryAfterSeconds });
}

export interface Refusals {
  /** Costs next to nothing: no reading of parameters, no line in the log, but a count. */
  turnAway(request: IncomingMessage, response: ServerResponse, refusal: ApiError): void;
}

/** `idleSeconds` is what the server grants to an idle connection. */
export function openRefusals(metrics: Pick<Metrics, 'count'>, cors: Cors, idleSeconds: number): Refusals {
  const tooMany = pieceFor(TOO_MANY);
  return {
    turnAway(request, response, refusal) {
      metrics.count(REFUSED, refusal.status, 0);
      const { url = '', method, headers } = request;
      const { path, query } = pathAndQuery(url);
      const callback = callbackIn(query);
      const forPages = cors({ path, headers });
      const isPlain = callback === undefined && method === 'GET' && !announcesBody(request);
      // Where thousands are refused, what each costs is missing for the others.
      if (refusal === TOO_MANY && isPlain && forPages === ANY_ORIGIN && takesOnePiece(request, response)) {
        return sendPiece(response, tooMany, idleSeconds);
      }
      const answer = errorAnswer(refusal, callback);
      response.writeHead(answer.status, { ...ALWAYS, ...forPages, ...answer.headers });
      response.end(answer.body);
    },
  };
}

/** The refusal with the headers that let pages of any origin read it. */
function pieceFor(refusal: ApiError): Piece {
  const { status, headers, body } = errorAnswer(refusal);
  const bytes = Buffer.from(String(body));
  return pieceOf(status, { ...ALWAYS, ...ANY_ORIGIN, ...headers, 'content-length': String(bytes.length) }, bytes);
}
