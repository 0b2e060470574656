/** Answers one request and sends the answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { threadId } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { ApiError } from '../../../core/src/domain/errors.ts';
import { DamagedFile } from '../downloads/checked-reader.ts';
import { type Answer, type Request, withHeaders } from './answer.ts';
import { callbackIn } from './callback.ts';
import type { Client } from './client.ts';
import type { Cors } from './cors.ts';
import { ALWAYS } from './headers.ts';
import { type Metrics, OTHER } from './metrics/metrics.ts';
import type { RequestLog } from './metrics/request-log.ts';
import { NO_MEMORY_LEFT } from './overload/load-shedding.ts';
import { readBody } from './read-body.ts';
import { discardBody, headersOf, pathAndQuery, refusalOf } from './read-request.ts';
import { releaseAtEnd } from './release-at-end.ts';
import { refusalAnswer } from './reply.ts';
import { sendBytes } from './send-bytes.ts';
import type { Unsent } from './unsent.ts';

/** Opens the responder of a server; `handle` makes the answers. */
export function openResponder(options: {
  handle(request: Request): Promise<Answer>;
  readonly cors: Cors;
  readonly requestLog: Pick<RequestLog, 'ended'>;
  readonly metrics: Pick<Metrics, 'damaged' | 'sending'>;
  readonly unsent: Unsent;
  readonly log: Logger;
  readonly stallSeconds: number;
}) {
  const { handle, cors, requestLog, metrics, unsent, log, stallSeconds } = options;
  const running = new Set<AbortController>();
  let count = 0;
  let isStopping = false;

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    { id, client, controller }: { readonly id: string; readonly client: Client; readonly controller: AbortController },
  ): Promise<void> {
    running.add(controller);
    const { method = '', url = '', socket } = request;
    let operation = OTHER;
    response.once('close', () => {
      requestLog.ended(response, operation, id);
      running.delete(controller);
      if (!response.writableFinished) controller.abort(new Error('the caller hung up'));
    });

    const { path, query } = pathAndQuery(url);
    const headers = headersOf(request);
    const refuse = (error: ApiError) => {
      const callback = callbackIn(query);
      return withHeaders(refusalAnswer(error, { path, callback }), cors({ path, headers }));
    };
    const refusal = refusalOf(request);
    const made = refusal
      ? refuse(refusal)
      : await handle({
          ...{ id, method, path, query, headers },
          ...client,
          body: (most) => readBody(request, most),
          signal: controller.signal,
          onEnd: releaseAtEnd(socket, response),
        });
    operation = made.operation ?? OTHER;
    const isSent = method !== 'HEAD' && made.body instanceof Uint8Array;
    const answer = isSent && !unsent.admit(response, made.body) ? refuse(NO_MEMORY_LEFT) : made;
    if (answer.sawDamage) metrics.damaged();
    if (answer.onSent) whenSent(response, answer.onSent);
    // Node would parse an unread body as the next request.
    const mayHaveBody = method !== 'GET' && method !== 'HEAD' && !request.readableEnded;
    const hasBody = mayHaveBody && (await discardBody(request));
    response.statusCode = answer.status;
    for (const [name, value] of Object.entries({ ...ALWAYS, ...answer.headers })) response.setHeader(name, value);
    if (answer.cookies) response.setHeader('set-cookie', answer.cookies);
    if (hasBody || isStopping) response.setHeader('connection', 'close');
    await send(response, answer.body);
  }

  async function send(response: ServerResponse, body: Answer['body']): Promise<void> {
    if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
      // Node adds the header to answers to GET only.
      if (body !== undefined && !response.hasHeader('content-length'))
        response.setHeader('content-length', Buffer.byteLength(body));
      response.end(body);
      return;
    }
    if (!response.destroyed) response.once('close', metrics.sending());
    await using unbegun = new AsyncDisposableStack();
    unbegun.use(body);
    const size = Number(response.getHeader('content-length'));
    response.writeHead(response.statusCode);
    unbegun.move();
    await sendBytes(response, body, { size, stallSeconds, unsent });
  }

  return {
    /** Answers a request. Never throws: failures are logged and cut the connection. */
    respond(request: IncomingMessage, response: ServerResponse, client: Client): void {
      count += 1;
      // Threads count on their own, and share the log.
      const id = `req-${threadId}-${count.toString(36)}`;
      const controller = new AbortController();
      answer(request, response, { id, client, controller }).catch((error: unknown) => {
        if (!response.writableEnded) response.destroy();
        if (error instanceof DamagedFile) metrics.damaged();
        // A caller who hangs up is not worth a log entry.
        if (error !== controller.signal.reason) log.error({ err: error, requestId: id }, 'an answer was cut');
      });
    },
    /** Aborts every request that is being answered. */
    abortAll: (reason: Error): void => {
      for (const controller of running) controller.abort(reason);
    },
    /** Makes every further answer the last one on its connection. */
    stopKeepingAlive: (): void => {
      isStopping = true;
    },
  };
}

/** Calls `onSent` once: when all is handed to the network, or when the connection is lost after the headers. */
function whenSent(response: ServerResponse, onSent: NonNullable<Answer['onSent']>): void {
  let isComplete = false;
  response.once('finish', () => {
    isComplete = true;
    onSent(true);
  });
  response.once('close', () => {
    if (!isComplete && response.headersSent) onSent(false);
  });
}
