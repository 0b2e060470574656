/** Answers a request that the framework has taken in, and sends the answer. */
import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { DamagedFile } from '../downloads/checked-reader.ts';
import type { ApiError } from '../errors.ts';
import type { ByteReader } from '../ports/binary-store.ts';
import type { Accounts } from './accounts.ts';
import { type Answer, type Request, withHeaders } from './answer.ts';
import { callbackIn } from './callback.ts';
import type { openClients } from './client.ts';
import type { Cors } from './cors.ts';
import { endOf } from './end-of-answer.ts';
import { readAway } from './forgotten-body.ts';
import { ALWAYS } from './headers.ts';
import { type Metrics, OTHER } from './metrics.ts';
import { headersOf, pathAndQuery, refusalOf } from './read-request.ts';
import { errorAnswer } from './reply.ts';
import { sendBytes } from './send-bytes.ts';
import { NO_ROOM } from './turn-away.ts';
import type { Unsent } from './unsent.ts';

export interface Responder {
  respond(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Aborts every request that is being answered. */
  abortAll(reason: Error): void;
}

export function openResponder(options: {
  handle(request: Request): Promise<Answer>;
  readonly clientOf: ReturnType<typeof openClients>;
  readonly cors: Cors;
  readonly accounts: Pick<Accounts, 'ended'>;
  readonly metrics: Pick<Metrics, 'damaged' | 'sending'>;
  readonly unsent: Unsent;
  readonly log: Logger;
  readonly stallSeconds: number;
}): Responder {
  const { handle, clientOf, cors, accounts, metrics, unsent, log, stallSeconds } = options;
  const running = new Set<AbortController>();

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const controller = new AbortController();
    running.add(controller);
    const { raw } = reply;
    let operation = OTHER;
    raw.once('close', () => {
      accounts.ended(raw, operation, request.id);
      running.delete(controller);
      if (!raw.writableFinished) controller.abort(new Error('the caller hung up'));
    });

    const { path, query } = pathAndQuery(request.url);
    const headers = headersOf(request.raw);
    const refuse = (error: ApiError) => withHeaders(errorAnswer(error, callbackIn(query)), cors({ path, headers }));
    const refusal = refusalOf(request.raw);
    const made = refusal
      ? refuse(refusal)
      : await handle({
          id: request.id,
          method: request.method,
          ...clientOf(request.raw.socket.remoteAddress, request.headers),
          path,
          query,
          headers,
          signal: controller.signal,
          onEnd: endOf(request.raw.socket, raw),
        });
    operation = made.operation ?? OTHER;
    const isSent = request.method !== 'HEAD' && made.body instanceof Uint8Array;
    const answer = isSent && !unsent.admit(raw, made.body) ? refuse(NO_ROOM) : made;
    if (answer.sawDamage) metrics.damaged();
    if (answer.onSent) raw.once('finish', answer.onSent);
    reply.code(answer.status).headers({ ...ALWAYS, ...answer.headers });
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const hasBody = await readAway(request.raw);
      if (hasBody) reply.header('connection', 'close');
    }
    const { body } = answer;
    if (!raw.destroyed && (isReader(body) || body instanceof Readable)) raw.once('close', metrics.sending());
    if (isReader(body)) return await sendReader(reply, body, controller.signal);
    if (body instanceof Readable && raw.destroyed) body.destroy();
    await reply.send(body);
  }

  /** Past the framework, whose streams take a new piece of memory for each part. */
  async function sendReader(reply: FastifyReply, reader: ByteReader, signal: AbortSignal): Promise<void> {
    const { raw, statusCode, request } = reply;
    const headers = reply.getHeaders();
    reply.hijack();
    try {
      await using unbegun = new AsyncDisposableStack();
      unbegun.use(reader);
      raw.writeHead(statusCode, headers as OutgoingHttpHeaders);
      unbegun.move();
      const size = Number(headers['content-length']);
      await sendBytes(raw, reader, { size, stallSeconds: stallSeconds, unsent });
    } catch (error) {
      if (!raw.writableEnded) raw.destroy();
      if (error instanceof DamagedFile) metrics.damaged();
      if (error !== signal.reason) log.error({ err: error, requestId: request.id }, 'an answer was cut');
    }
  }

  return {
    respond,
    abortAll: (reason) => {
      for (const controller of running) controller.abort(reason);
    },
  };
}

function isReader(body: Answer['body']): body is ByteReader {
  return typeof body === 'object' && 'read' in body && Symbol.asyncDispose in body && !(body instanceof Readable);
}
