/** Refuses requests before their parameters are read. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../../../core/src/domain/errors.ts';
import { callbackIn } from '../callback.ts';
import { ANY_ORIGIN, type Cors } from '../cors.ts';
import { ALWAYS } from '../headers.ts';
import { type Metrics, REFUSED } from '../metrics/metrics.ts';
import { announcesBody, pathAndQuery } from '../read-request.ts';
import { envelopeType, errorAnswer, refusalAnswer, SCRIPT_TYPE } from '../reply.ts';
import { allowsSingleWrite, SingleWrite, writeOnce } from '../response-cache/single-write.ts';
import { MAX_PIPELINED } from './pipeline.ts';

/** Refuses a request because the thread is overloaded. */
export const OVERLOADED = new ApiError('overloaded', 'more is asked for than can be answered in time; try again');

/** Refuses an answer because unsent answers to other callers take up the memory for it. */
export const NO_MEMORY_LEFT = new ApiError(
  'overloaded',
  'other callers are slow to take their answers, and no memory is left for this one; try again',
);

/** Refuses a request behind too many others on its connection. */
export const TOO_MANY_PIPELINED = new ApiError(
  'overloaded',
  `more than ${MAX_PIPELINED} requests wait on this connection; send the next ones on a new connection`,
);

/** Makes the refusal of a rate limit. */
export function tooManyRequests(retryAfterSeconds: number): ApiError {
  return new ApiError('limited', 'you ask too often; try again later', { retryAfterSeconds });
}

/**
 * Returns the function that sends refusals under load. It refuses at almost no cost: it counts the request, but reads no
 * parameters and writes no log line.
 */
export function openLoadShedding({
  metrics,
  cors,
  idleSeconds,
  hasSingleWrite,
}: {
  readonly metrics: Pick<Metrics, 'count'>;
  readonly cors: Cors;
  /** How long the server keeps an idle connection open. */
  readonly idleSeconds: number;
  /** True if this Node passed `checkSingleWrite`. */
  readonly hasSingleWrite: boolean;
}) {
  const overloaded = singleWriteFor(OVERLOADED, idleSeconds);
  return (request: IncomingMessage, response: ServerResponse, refusal: ApiError): void => {
    metrics.count(REFUSED, refusal.status, 0);
    const { url = '', method, headers } = request;
    const { path, query } = pathAndQuery(url);
    const callback = callbackIn(query);
    const forPages = cors({ path, headers });
    const hasUsualBody = callback === undefined && envelopeType(path, callback) === SCRIPT_TYPE;
    const isPlain = hasSingleWrite && hasUsualBody && method === 'GET' && !announcesBody(request);
    // During an overload thousands are refused, and the time for each is lost to other requests.
    if (refusal === OVERLOADED && isPlain && forPages === ANY_ORIGIN && allowsSingleWrite(request, response)) {
      writeOnce(response, overloaded);
      return;
    }
    const answer = refusalAnswer(refusal, { path, callback });
    response.writeHead(answer.status, { ...ALWAYS, ...forPages, ...answer.headers });
    response.end(answer.body);
  };
}

/** Makes the refusal with the headers that let pages of any origin read it. */
function singleWriteFor(refusal: ApiError, idleSeconds: number): SingleWrite {
  const { status, headers, body } = errorAnswer(refusal);
  const bytes = Buffer.from(String(body));
  const all = { ...ALWAYS, ...ANY_ORIGIN, ...headers, 'content-length': String(bytes.length) };
  return new SingleWrite(status, all, idleSeconds, bytes);
}
