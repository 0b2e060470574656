import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Answer, PlainRequest } from './answer.ts';
import { type Metrics, OTHER } from './metrics.ts';
import { rawHeaders } from './raw-headers.ts';
import { withoutSecrets } from './redact.ts';

/** Sends the answer of a request that is known already; false where there is none. */
export function sendKnown(
  request: IncomingMessage,
  response: ServerResponse,
  {
    known,
    metrics,
    log,
  }: {
    readonly known: (request: PlainRequest) => Answer | undefined;
    readonly metrics: Pick<Metrics, 'count'>;
    readonly log: Logger;
  },
): boolean {
  const { method = '', url = '', headers } = request;
  if (headers.host === undefined || headers['content-length'] !== undefined || headers['transfer-encoding'])
    return false;
  const started = performance.now();
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const answer = known({ method, path, query: mark < 0 ? '' : url.slice(mark + 1), headers });
  if (!answer) return false;
  const { headers: own, text, shown } = preparedOf(answer, url);
  response.writeHead(answer.status, own);
  if (text === undefined) response.end(answer.body);
  else response.end(text, 'latin1');
  const taken = performance.now() - started;
  metrics.count(answer.operation ?? OTHER, answer.status, taken / 1000);
  const milliseconds = Math.round(taken * 10) / 10;
  log.info({ method, url: shown, status: answer.status, milliseconds }, 'request');
  return true;
}

/** What an answer that is sent again and again needs each time. It is known by one address alone. */
interface Prepared {
  readonly headers: string[];
  /** The bytes of a short body as characters: with the head they are one piece for the network. */
  readonly text: string | undefined;
  /** The address as logs show it. */
  readonly shown: string;
}

const LONGEST_TEXT_BYTES = 64 * 1024;
const preparedAnswers = new WeakMap<Answer, Prepared>();

function preparedOf(answer: Answer, url: string): Prepared {
  const known = preparedAnswers.get(answer);
  if (known) return known;
  const { body } = answer;
  const isShort = body instanceof Uint8Array && body.length <= LONGEST_TEXT_BYTES;
  const text = isShort ? Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1') : undefined;
  const prepared = { headers: rawHeaders(answer), text, shown: withoutSecrets(url) };
  preparedAnswers.set(answer, prepared);
  return prepared;
}
