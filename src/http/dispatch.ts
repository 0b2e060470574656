import type { Logger } from 'pino';
import type { Context, Endpoint, Operation, Services } from '../api/operation.ts';
import { BOOLEAN, one, readParams, type Shape, TEXT } from '../api/params.ts';
import { parseQuery, type Query } from '../api/query.ts';
import { isEndpoint, selectOperation } from '../api/select.ts';
import type { Config, EndpointSettings } from '../config/settings.ts';
import type { Messages } from '../domain/messages.ts';
import { ApiError, quote } from '../errors.ts';
import type { AuditLog } from '../ports/audit-log.ts';
import type { SignIn } from '../tokens/sign-in.ts';
import type { Answer, PlainRequest, Request } from './answer.ts';
import { needsToken, openAuthentication, type SignedIn } from './authentication.ts';
import { callbackIn, readCallback } from './callback.ts';
import { callerOf } from './caller.ts';
import { corsHeaders, isPreflight, preflightAnswer } from './cors.ts';
import { openEndpointModels, selectLocale } from './endpoint-model.ts';
import { asApiError, MAX_QUERY_BYTES } from './failure.ts';
import { openRepeatedAnswers } from './repeated.ts';
import { type Caching, dataAnswer, errorAnswer, fileAnswer, methodNotAllowed, NO_STORE } from './reply.ts';
import { openViewers } from './viewers.ts';

/** Parameters of every operation (interface: general parameters). */
const GENERAL = {
  locale: one(TEXT, 'Language of the answer, for example `de`'),
  flush: one(BOOLEAN, '`true` empties the cache first', { default: false }),
  cache: one(BOOLEAN, '`false` bypasses the cache', { default: true }),
} as const satisfies Shape;

const ENDPOINT_PATH = /^\/(?:([A-Za-z0-9_-]+)\/)?((?:node|asset|pin|review)\.do)$/;

/** True for paths below which operations live. */
export function isEndpointPath(path: string): boolean {
  return ENDPOINT_PATH.test(path);
}

export interface Dispatch {
  /** Turns a request to one of the four endpoints into its answer. Never rejects. */
  answer(request: Request): Promise<Answer>;
  /** The answer where it is known already; undefined otherwise. */
  known(request: PlainRequest): Answer | undefined;
}

export function openDispatch(options: {
  readonly operations: readonly Operation[];
  readonly services: Services;
  readonly config: Config;
  readonly messages: Messages;
  readonly log: Logger;
  /** Memory for answers that are asked for again. */
  readonly megabytes: number;
  readonly signIn: SignIn;
  /** Another number after each token that was made or revoked. */
  tokenState(): number;
  readonly audit: AuditLog;
}): Dispatch {
  const { operations, services, config, messages, log, megabytes, audit } = options;
  const authenticate = openAuthentication({ ...options, now: services.now });
  const flush = openFlush();
  const viewers = openViewers();
  const endpoints = openEndpointModels();
  const repeated = openRepeatedAnswers({ megabytes });
  const newestModel = oncePerTurn(() => services.catalogue.model());

  function endpointOf(path: string): { name: string; endpoint: Endpoint; settings: EndpointSettings } {
    const [, name = '', endpoint = ''] = ENDPOINT_PATH.exec(path) ?? [];
    const settings = name === '' ? config : config.endpoints.get(name);
    if (!settings || !isEndpoint(endpoint)) throw new ApiError('path_not_found', `nothing is at ${quote(path)}`);
    return { name, endpoint, settings };
  }

  async function answerTo(
    request: Request,
    query: Query,
    callback: string | undefined,
    { name, endpoint, settings }: ReturnType<typeof endpointOf>,
    user: SignedIn | undefined,
  ): Promise<Answer> {
    const operation = selectOperation(operations, endpoint, query);
    const given = withDefaults(query, settings.defaults);
    const general = readParams(GENERAL, given);
    const params = readParams(operation.params, given);

    const caller = callerOf(request, query, name, user);
    if (general.flush && settings.cache.flush && flush(repeated.clear)) {
      audit.record({ event: 'cache_flushed', address: caller.address, ...(user && { user: user.user }), ...at(name) });
    }
    const newest = newestModel();
    const model = endpoints.modelOf(newest, settings);
    const context: Context<Shape> = {
      params,
      locale: selectLocale(general.locale, newest, settings),
      model,
      viewer: user ? viewers.signedIn(newest, user, settings) : viewers.of(newest, settings.serviceUser, settings),
      caller,
      settings,
      timeZone: config.timeZone,
      messages,
      services,
      begun: performance.now(),
      signal: request.signal,
    };
    const caching: Caching =
      general.flush || !general.cache ? NO_STORE : { seconds: settings.cache.seconds, isPrivate: needsToken(settings) };
    if (operation.kind === 'json') return dataAnswer(request, await operation.handle(context), callback, caching);
    const reply = await operation.handle(context);
    if ('data' in reply) return dataAnswer(request, reply, callback, caching);
    const answer = await fileAnswer(request, reply, caching);
    // What one user may see, another one may not.
    if (!reply.isRepeatable || caching.isPrivate || caching.seconds === 0 || !hasOnlyKnown(query, operation))
      return answer;
    const whole = withHeaders(answer, corsHeaders(request, settings));
    repeated.keep(request, newest, whole);
    return whole;
  }

  const known: Dispatch['known'] = (request) => repeated.find(request, newestModel());

  const answer: Dispatch['answer'] = async (request) => {
    let callback: string | undefined;
    let cors: Readonly<Record<string, string>> = {};
    try {
      const before = known(request);
      if (before) return before;
      const target = endpointOf(request.path);
      cors = headersFor(request, target.settings);
      return withHeaders(await checked(target), cors);
    } catch (error) {
      return withHeaders(errorAnswer(asApiError(error, request, log), callback ?? callbackIn(request.query)), cors);
    }

    async function checked(target: ReturnType<typeof endpointOf>): Promise<Answer> {
      if (isPreflight(request)) return preflightAnswer();
      if (request.query.length > MAX_QUERY_BYTES) {
        throw new ApiError(
          'query_too_long',
          `the query string has ${request.query.length} bytes; at most ${MAX_QUERY_BYTES} are read`,
        );
      }
      const query = parseQuery(request.query);
      callback = readCallback(query);
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw methodNotAllowed(request.method);
      }
      const user = await authenticate(request, query, newestModel(), target);
      return await answerTo(request, query, callback, target, user);
    }
  };

  return { answer, known };
}

/** Headers of every answer at a base address. Caches are told that it depends on the token. */
function headersFor(request: Request, settings: EndpointSettings): Readonly<Record<string, string>> {
  const cors = corsHeaders(request, settings);
  if (!needsToken(settings)) return cors;
  return { ...cors, vary: cors['vary'] === undefined ? 'Authorization' : `${cors['vary']}, Authorization` };
}

/** Flushes at most once a second: whoever asks more often gets what `cache=false` gives (decisions 8). */
function openFlush(): (clear: () => void) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return (clear) => {
    if (performance.now() - last < 1000) return false;
    last = performance.now();
    clear();
    return true;
  };
}

function at(name: string): { readonly endpoint?: string } {
  return name === '' ? {} : { endpoint: name };
}

/** Parameters that are heeded by nobody would fill the memory with one answer under many addresses; `img` is in use (interface). */
function hasOnlyKnown(query: Query, { params }: Operation): boolean {
  return query.keys().every((name) => name in params || name in GENERAL || name === 'img');
}

/**
 * Reads a value once in a turn of the event loop. Requests that are read together are answered from one state of the catalogue:
 * all of them had arrived when it was asked for.
 */
function oncePerTurn<Value>(read: () => Value): () => Value {
  let value: { readonly of: Value } | undefined;
  const forget = () => {
    value = undefined;
  };
  return () => {
    if (value === undefined) {
      value = { of: read() };
      setImmediate(forget);
    }
    return value.of;
  };
}

function withHeaders(answer: Answer, headers: Readonly<Record<string, string>>): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}

/** Parameter values that the endpoint gives where a request doesn't (configuration: endpoints). */
function withDefaults(query: Query, defaults: Readonly<Record<string, string>>): Query {
  const missing = Object.entries(defaults).filter(([name]) => !query.get(name)?.some((value) => value !== ''));
  return missing.length === 0
    ? query
    : new Map([...query, ...missing.map(([name, value]) => [name, [value]] as const)]);
}
