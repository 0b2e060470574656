/** Requests that are refused before they are read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../errors.ts';
import { callbackIn } from './callback.ts';
import { ALWAYS } from './headers.ts';
import { type Metrics, REFUSED } from './metrics.ts';
import { errorAnswer } from './reply.ts';

export function tooMany(): ApiError {
  return new ApiError('overloaded', 'more is asked for than can be answered in time; try again');
}

export function tooOften(retryAfterSeconds: number): ApiError {
  return new ApiError('limited', 'you ask too often; try again later', { retryAfterSeconds });
}

/** Costs next to nothing: no reading of parameters, no line in the log, but a count. */
export function turnAway(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  refusal: ApiError,
  metrics: Pick<Metrics, 'count'>,
): void {
  metrics.count(REFUSED, refusal.status, 0);
  const answer = errorAnswer(refusal, callbackIn(url.slice(url.indexOf('?') + 1)));
  response.writeHead(answer.status, { ...ALWAYS, ...answer.headers });
  response.end(answer.body);
}
