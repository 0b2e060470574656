import type { Logger } from 'pino';
import type { Context, Endpoint, Operation, Services } from '../api/operation.ts';
import { BOOLEAN, one, readParams, type Shape, TEXT } from '../api/params.ts';
import { parseQuery, type Query } from '../api/query.ts';
import { isEndpoint, selectOperation } from '../api/select.ts';
import type { Config, EndpointSettings } from '../config/settings.ts';
import type { Messages } from '../domain/messages.ts';
import { selectLanguage } from '../domain/text.ts';
import { ApiError, quote } from '../errors.ts';
import { QueueFull } from '../processes/failures.ts';
import type { Answer, PlainRequest, Request } from './answer.ts';
import { callbackIn, readCallback } from './callback.ts';
import { corsHeaders, isPreflight, preflightAnswer } from './cors.ts';
import { openRepeatedAnswers } from './repeated.ts';
import { type Caching, dataAnswer, errorAnswer, fileAnswer, methodNotAllowed, NO_STORE } from './reply.ts';
import { openViewers } from './viewers.ts';

/** Parameters of every operation (interface: general parameters). */
const GENERAL = {
  locale: one(TEXT, 'Language of the answer, for example `de`'),
  flush: one(BOOLEAN, '`true` empties the cache first', { default: false }),
  cache: one(BOOLEAN, '`false` bypasses the cache', { default: true }),
} as const satisfies Shape;

/** Longest query string in bytes (decisions 1). */
const MAX_QUERY_BYTES = 16 * 1024;

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
}): Dispatch {
  const { operations, services, config, messages, log, megabytes } = options;
  const viewers = openViewers();
  const repeated = openRepeatedAnswers({ megabytes });
  const newestModel = oncePerTurn(() => services.catalogue.model());

  function endpointOf(path: string): { endpoint: Endpoint; settings: EndpointSettings } {
    const [, name, endpoint = ''] = ENDPOINT_PATH.exec(path) ?? [];
    const settings = name === undefined ? config : config.endpoints.get(name);
    if (!settings || !isEndpoint(endpoint)) throw new ApiError('path_not_found', `nothing is at ${quote(path)}`);
    return { endpoint, settings };
  }

  async function answerTo(
    request: Request,
    query: Query,
    callback: string | undefined,
    { endpoint, settings }: ReturnType<typeof endpointOf>,
  ): Promise<Answer> {
    const operation = selectOperation(operations, endpoint, query);
    const given = withDefaults(query, settings.defaults);
    const general = readParams(GENERAL, given);
    const params = readParams(operation.params, given);

    if (general.flush && settings.cache.flush) repeated.clear();
    const model = newestModel();
    const context: Context<Shape> = {
      params,
      locale: selectLanguage(general.locale, model),
      model,
      viewer: viewers.of(model, settings.serviceUser),
      settings,
      timeZone: config.timeZone,
      messages,
      services,
      begun: performance.now(),
      signal: request.signal,
    };
    const caching: Caching =
      general.flush || !general.cache ? NO_STORE : { seconds: settings.cache.seconds, isPrivate: false };
    if (operation.kind === 'json') return dataAnswer(request, await operation.handle(context), callback, caching);
    const reply = await operation.handle(context);
    if ('data' in reply) return dataAnswer(request, reply, callback, caching);
    const answer = await fileAnswer(request, reply, caching);
    if (!reply.isRepeatable || caching.seconds === 0 || !hasOnlyKnown(query, operation)) return answer;
    const whole = withHeaders(answer, corsHeaders(request, settings));
    repeated.keep(request, model, whole);
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
      cors = corsHeaders(request, target.settings);
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
      return await answerTo(request, query, callback, target);
    }
  };

  return { answer, known };
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

function asApiError(error: unknown, { id, signal }: Request, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof QueueFull)
    return new ApiError('overloaded', 'too much work is being done; try again', { cause: error });
  if (signal.aborted) return new ApiError('stopping', 'the request was given up', { cause: error });
  log.error({ err: error, requestId: id }, 'a request failed');
  return new ApiError('internal', `an internal error; the log has it as request ${id}`, { cause: error });
}

/** Parameter values that the endpoint gives where a request doesn't (configuration: endpoints). */
function withDefaults(query: Query, defaults: Readonly<Record<string, string>>): Query {
  const missing = Object.entries(defaults).filter(([name]) => !query.get(name)?.some((value) => value !== ''));
  return missing.length === 0
    ? query
    : new Map([...query, ...missing.map(([name, value]) => [name, [value]] as const)]);
}
