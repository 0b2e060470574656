import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { reportRarely } from '../../../core/src/concurrency/report-rarely.ts';
import type { ConnectionLimit } from '../coordination/connection-limit.ts';
import { networkOf } from '../coordination/network-of.ts';
import type { Answer, PlainRequest, Request } from './answer.ts';
import { tokenOrNone } from './bearer.ts';
import { type Client, openClients, openProxies } from './client.ts';
import { keepRoom } from './connection-room.ts';
import { limitPerAddress, openDraining } from './connections.ts';
import { type Cors, isPreflight } from './cors.ts';
import { type Metrics, OTHER } from './metrics/metrics.ts';
import { openRequestLog } from './metrics/request-log.ts';
import type { Admission } from './overload/admission.ts';
import { OVERLOADED, openLoadShedding, TOO_MANY_PIPELINED, tooManyRequests } from './overload/load-shedding.ts';
import { clearWaiting, endLine, hasOpenRequest, inTurn, markUnanswered, placeInLine } from './overload/pipeline.ts';
import { MAX_HEADER_BYTES, openParserRefusals } from './parser-refusals.ts';
import { codingFault, isMonitoringTarget, pathAndQuery, takeOrigin } from './read-request.ts';
import type { RequestLimit } from './request-limit.ts';
import { openResponder } from './respond.ts';
import { openCachedSender } from './response-cache/send-cached.ts';
import { checkSingleWrite } from './response-cache/single-write.ts';
import { reads } from './send-bytes.ts';
import type { Unsent } from './unsent.ts';

/** Interval at which Node looks for connections whose request has not arrived in time. */
const LOOK_MILLISECONDS = 1000;
const HEADERS_SECONDS = 30;
const STALL_SECONDS = 120;

export interface Limits {
  /** Connections open at the same time; further ones take the place of idle ones (`keepRoom`). */
  readonly connections: number;
  /** Timeout for the headers of a request, by default 30 s; the whole request, body included, has twice that. */
  readonly headersSeconds?: number;
  /** How long a connection without a request stays open. */
  readonly idleSeconds: number;
}

function serverOptions({ headersSeconds = HEADERS_SECONDS, idleSeconds }: Limits): ServerOptions {
  return {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersSeconds * 1000,
    requestTimeout: headersSeconds * 2000,
    keepAliveTimeout: idleSeconds * 1000,
    connectionsCheckingInterval: LOOK_MILLISECONDS,
    // `take` refuses a request without Host, in an envelope like every other refusal.
    requireHostHeader: false,
  };
}

/** A listening server. Disposing closes it without a grace period. */
export interface Server extends AsyncDisposable {
  readonly port: number;
  /** Stops accepting, lets running requests finish for up to `graceSeconds`, then closes the remaining connections. */
  close(graceSeconds: number): Promise<void>;
}

/** Opens the HTTP server: sockets, limits, logs and draining. `handle` decides what to answer. */
export async function openServer(options: {
  readonly host: string;
  readonly port: number;
  /** True when several threads listen on the same port. */
  readonly reusePort: boolean;
  /** Addresses and networks of proxies whose information about the client is trusted. */
  readonly trustProxy: readonly string[];
  readonly limits: Limits;
  readonly log: Logger;
  /**
   * Timeout for a caller to take 256 KiB of a file, or any part of another answer, by default 120 s; then the connection is
   * cut.
   */
  readonly stallSeconds?: number;
  handle(request: Request): Promise<Answer>;
  /** Returns a cached answer, which is sent immediately; undefined otherwise. */
  cached(request: PlainRequest): Answer | undefined;
  /** Returns the user of the request's token if the token was verified before; undefined otherwise. */
  userOf(request: PlainRequest): string | undefined;
  /** Makes headers of every answer, refusals included. */
  readonly cors: Cors;
  /** Decides whether and when other requests start; monitoring requests bypass it. */
  readonly admission: Pick<Admission, 'admit' | 'connectionAccepted'>;
  readonly metrics: Pick<Metrics, 'count' | 'counter' | 'sentFromCache' | 'damaged' | 'sending' | 'connectionRefused'>;
  /** Limits the connections of each address, except those of trusted proxies; undefined without a limit. */
  readonly connectionLimit: ConnectionLimit | undefined;
  /** Limits the memory held by answers that callers have not taken yet. */
  readonly unsent: Unsent;
  /** Checks every request first, except monitoring requests; undefined without a limit. */
  readonly rateLimit: RequestLimit | undefined;
  /** Resolves to true if cached answers may be sent in a single write; default: the check of this Node. */
  checkSingleWrite?(): Promise<boolean>;
}): Promise<Server> {
  const { cached, cors, admission, metrics, rateLimit, unsent, userOf, log, stallSeconds = STALL_SECONDS } = options;
  const { idleSeconds } = options.limits;
  const hasSingleWrite = await (options.checkSingleWrite ?? checkSingleWrite)();
  if (!hasSingleWrite) log.warn('cached answers are sent the slow way, because this Node is unknown');
  const sendCached = openCachedSender({ find: cached, metrics, log, unsent, idleSeconds, hasSingleWrite });
  const shed = openLoadShedding({ metrics, cors, idleSeconds, hasSingleWrite });
  const clientOf = openClients(options.trustProxy);
  const requestLog = openRequestLog(metrics, log);
  const reportUnlimited = reportRarely((err) => log.error({ err }, 'requests are not limited'), 60_000);
  const { respond, abortAll, stopKeepingAlive } = openResponder({ ...options, stallSeconds, requestLog });
  // Such requests were not parsed, so their answers cannot name an allowed origin.
  const { malformed, connect } = openParserRefusals(cors({ path: '', headers: {} }));

  const server = createServer(serverOptions(options.limits), take);
  server.on('clientError', malformed);
  // RFC 9110 allows a server to ignore an expectation that it does not support.
  server.on('checkExpectation', take);
  const drain = openDraining(server);
  // Nothing was sent or received for `stallSeconds`. Keep the connection only while an answer is being made; cut it if
  // the caller does not take an answer or has not asked for one.
  server.setTimeout(stallSeconds * 1000, (socket) => {
    const isOpen = socket.writable && socket.writableLength === 0;
    if (isOpen && hasOpenRequest(socket)) socket.setTimeout(stallSeconds * 1000);
    else socket.destroy();
  });
  server.on('connection', admission.connectionAccepted);
  server.on('connection', () => reads.hold());
  const isProxy = openProxies(options.trustProxy);
  limitPerAddress(server, { ...options, isProxy });
  const noteRequest = keepRoom(server, { most: options.limits.connections, isProxy, metrics });
  server.on('connect', ({ socket }) => connect(socket, stallSeconds));

  /** First step of every request. */
  function take(request: IncomingMessage, response: ServerResponse): void {
    const place = placeInLine(request, response);
    if (place !== 'answered') {
      if (place === 'last') refuseAndClose(request, response);
      clearWaiting(request, response);
      return;
    }
    noteRequest(request.socket);
    if (codingFault(request) !== undefined) {
      response.setHeader('connection', 'close');
      endLine(request.socket);
    }
    if (!request.url?.startsWith('/')) takeOrigin(request);
    const { socket, headers, url = '' } = request;
    const isMonitoring = isMonitoringTarget(url);
    const client = lazy(() => clientOf(socket.remoteAddress, headers));
    const network = lazy(() => networkOf(client().address));
    const wait = rateLimit && !isMonitoring ? waitOf(request, network(), rateLimit) : 0;
    const proceed = (seconds: number) => answerOrRefuse(request, response, { client, network, isMonitoring, seconds });
    if (typeof wait === 'number') {
      proceed(wait);
      return;
    }
    markUnanswered(response);
    wait.then(proceed, (error: unknown) => {
      reportUnlimited(error);
      proceed(0);
    });
  }

  /** Refuses a request behind too many others; its answer is the last one on the connection. */
  function refuseAndClose(request: IncomingMessage, response: ServerResponse): void {
    markUnanswered(response);
    response.setHeader('connection', 'close');
    shed(request, response, TOO_MANY_PIPELINED);
  }

  /** Refuses a request that must wait `seconds`, and answers others. */
  function answerOrRefuse(
    request: IncomingMessage,
    response: ServerResponse,
    options: {
      readonly client: () => Client;
      readonly network: () => string;
      readonly isMonitoring: boolean;
      readonly seconds: number;
    },
  ): void {
    const { client, network, isMonitoring, seconds } = options;
    if (seconds > 0) {
      markUnanswered(response);
      shed(request, response, tooManyRequests(seconds));
    } else if (!sendCached(request, response, client)) {
      markUnanswered(response);
      const since = requestLog.received(request);
      const answer = () => respond(request, response, client());
      const refuse = () => shed(request, response, OVERLOADED);
      const isDone = () => {
        // Another request may have put the same answer into the cache while this one waited.
        if (!response.destroyed) return sendCached(request, response, client, since);
        requestLog.ended(response, OTHER);
        return true;
      };
      const { method = '', headers, url = '' } = request;
      // The key in the queue is the user if the token was verified before.
      const caller = () => userOf({ method, target: url, headers }) ?? network();
      const admit = () => admission.admit({ caller: caller(), start: answer, refuse, isDone });
      if (inTurn(request, response, isMonitoring ? answer : admit)) return;
      refuse();
    }
    clearWaiting(request, response);
  }

  function waitOf(
    { method = '', headers, url = '' }: IncomingMessage,
    network: string,
    limit: RequestLimit,
  ): number | Promise<number> {
    const { path, query } = pathAndQuery(url);
    if (isPreflight({ method, headers })) return limit.takePreflight(path, network);
    return limit.take(path, network, () => tokenOrNone({ headers }, query));
  }

  const where = { host: options.host, port: options.port, reusePort: options.reusePort };
  server.listen(where);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;

  async function close(graceSeconds: number): Promise<void> {
    const timer = setTimeout(() => {
      abortAll(new Error('the service is stopping'));
      server.closeAllConnections();
    }, graceSeconds * 1000);
    stopKeepingAlive();
    await drain();
    clearTimeout(timer);
  }

  return { port, close, [Symbol.asyncDispose]: () => close(0) };
}

/** Returns a function that computes the value at its first call. */
function lazy<Value extends object | string>(compute: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= compute());
}
