import type { Logger } from 'pino';
import type { Context, Endpoint, Operation, Services } from '../api/operation.ts';
import { BOOLEAN, one, readParams, type Shape, TEXT } from '../api/params.ts';
import { parseQuery, type Query } from '../api/query.ts';
import { isEndpoint, selectOperation } from '../api/select.ts';
import type { Config, EndpointSettings } from '../config/settings.ts';
import type { CatalogueModel } from '../domain/catalogue-model.ts';
import type { Messages } from '../domain/messages.ts';
import { selectLanguage } from '../domain/text.ts';
import { ApiError, quote } from '../errors.ts';
import type { AuditLog } from '../ports/audit-log.ts';
import { IndexBehind } from '../ports/search-index.ts';
import { QueueFull } from '../processes/failures.ts';
import type { SignIn } from '../tokens/sign-in.ts';
import { type Answer, headerOf, type PlainRequest, type Request } from './answer.ts';
import { needsToken, openAuthentication, type SignedIn } from './authentication.ts';
import { callbackIn, readCallback } from './callback.ts';
import { callerOf } from './caller.ts';
import { corsHeaders, isPreflight, preflightAnswer } from './cors.ts';
import { encodingFor } from './encoding.ts';
import { called } from './finished.ts';
import type { Flushes } from './flushes.ts';
import type { KeepOptions, RepeatedAnswers } from './repeated.ts';
import { type Caching, errorAnswer, fileAnswer, methodNotAllowed, NO_STORE, resultAnswer } from './reply.ts';
import type { Question, Results } from './results.ts';
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
  readonly results: Results;
  readonly repeated: RepeatedAnswers;
  readonly flushes: Flushes;
  readonly signIn: SignIn;
  /** Another number after each token that was made or revoked. */
  tokenState(): number;
  readonly audit: AuditLog;
}): Dispatch {
  const { operations, services, config, messages, log, results, repeated, flushes, audit } = options;
  const authenticate = openAuthentication({ ...options, now: services.now });
  const viewers = openViewers();
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
    const hasFlushed = general.flush && settings.cache.flush && flushes.order(name);
    if (hasFlushed) {
      audit.record({ event: 'cache_flushed', address: caller.address, ...(user && { user: user.user }), ...at(name) });
    }
    const contextOf = (model: CatalogueModel): Context<Shape> => ({
      params,
      locale: selectLanguage(general.locale, model),
      model,
      viewer: user ? viewers.signedIn(model, user) : viewers.of(model, settings.serviceUser),
      caller,
      settings,
      timeZone: config.timeZone,
      messages,
      services,
      signal: request.signal,
    });
    const caching: Caching =
      general.flush || !general.cache ? NO_STORE : { seconds: settings.cache.seconds, isPrivate: needsToken(settings) };
    if (operation.kind === 'file') {
      const model = newestModel();
      const reply = await operation.handle(contextOf(model));
      const answer = whole(await fileAnswer(request, reply, caching));
      if (reply.isRepeatable) remember(model, answer, {});
      return answer;
    }
    const seconds = general.cache && (hasFlushed || !general.flush) ? settings.cache.seconds : 0;
    const { model, question, plain } = await inOneState(services.catalogue, newestModel(), async (model) => {
      const context = contextOf(model);
      const question: Question = { group: name, key: keyOf(operation, context), seconds };
      const plain = await results.reach(question, request.signal, (signal) => operation.handle({ ...context, signal }));
      return { model, question, plain };
    });
    const asked = encodingFor(headerOf(request, 'accept-encoding'));
    const { result, encoding } =
      callback === undefined
        ? await results.encoded(question, plain, asked)
        : await results.encoded({ ...question, seconds: 0 }, called(plain, callback), asked);
    const answer = whole(resultAnswer(request, result, encoding, caching));
    if (plain.maxAgeSeconds === undefined) remember(model, answer, { encoding: asked });
    return answer;

    function whole(answer: Answer): Answer {
      return { ...withHeaders(answer, headersFor(request, settings)), operation: nameOf(operation) };
    }

    /** The next request for this address is answered with the same; but what one user may see, another one may not. */
    function remember(model: CatalogueModel, answer: Answer, options: Pick<KeepOptions, 'encoding'>): void {
      if (caching.isPrivate || caching.seconds === 0 || !hasOnlyKnown(query, operation)) return;
      const isForAnyOrigin = settings.cors.origins.includes('*');
      repeated.keep(request, model, answer, { seconds: caching.seconds, isForAnyOrigin, ...options });
    }
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
      return await checked(target);
    } catch (error) {
      return withHeaders(errorAnswer(asApiError(error, request, log), callback ?? callbackIn(request.query)), cors);
    }

    async function checked(target: ReturnType<typeof endpointOf>): Promise<Answer> {
      if (isPreflight(request)) return withHeaders(preflightAnswer(), cors);
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

/** Commits in a row that one result gives way to; then its parts may be of several states. */
const MOST_TRIES = 5;

/** What `work` gives of one state of the catalogue: what changed meanwhile may show in a part of the result, so that is made anew. */
async function inOneState<Value>(
  catalogue: Services['catalogue'],
  model: CatalogueModel,
  work: (model: CatalogueModel) => Promise<Value>,
): Promise<Value> {
  for (let tries = 1, state = model; ; tries++, state = catalogue.model()) {
    const value = await work(state);
    if (tries === MOST_TRIES || catalogue.revision() === state.revision) return value;
  }
}

/** Headers of every answer at a base address. Caches are told that it depends on the token. */
function headersFor(request: Request, settings: EndpointSettings): Readonly<Record<string, string>> {
  const cors = corsHeaders(request, settings);
  if (!needsToken(settings)) return cors;
  return { ...cors, vary: cors['vary'] === undefined ? 'Authorization' : `${cors['vary']}, Authorization` };
}

function at(name: string): { readonly endpoint?: string } {
  return name === '' ? {} : { endpoint: name };
}

/** Read by other parts, or in use though ignored (interface: `img`); jQuery adds `_` to each address, so with it none comes again. */
const KNOWN_TO_ALL = new Set(['callback', 'img']);

/** Parameters that are heeded by nobody would fill the memory with one answer under many addresses. */
function hasOnlyKnown(query: Query, { params }: Operation): boolean {
  return query.keys().every((name) => name in params || name in GENERAL || KNOWN_TO_ALL.has(name));
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
  const vary = [answer.headers['vary'], headers['vary']].filter((each) => each !== undefined).join(', ');
  return { ...answer, headers: { ...answer.headers, ...headers, ...(vary === '' ? {} : { vary }) } };
}

/** As operators know it. */
function nameOf({ endpoint, selectors }: Operation): string {
  return `${endpoint} ${selectors[0]}`;
}

/** Names a result: equal questions have equal keys however their addresses are written (decisions 2). */
function keyOf(operation: Operation, { params, locale, model, viewer }: Context<Shape>): string {
  return JSON.stringify([nameOf(operation), params, locale, viewer.key, viewer.userId, model.revision]);
}

function asApiError(error: unknown, { id, signal }: Request, log: Logger): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof QueueFull)
    return new ApiError('overloaded', 'too much work is being done; try again', { cause: error });
  if (error instanceof IndexBehind) {
    if (error.cause !== undefined) log.error({ err: error, requestId: id }, 'the search index fails');
    return new ApiError('not_ready', 'the search index is being brought up to date; try again', { cause: error });
  }
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
