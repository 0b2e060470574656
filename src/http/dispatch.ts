import type { Logger } from 'pino';
import type { Context, DataReply, Endpoint, Operation, Services } from '../api/operation.ts';
import { BOOLEAN, one, type Shape, TEXT } from '../api/params.ts';
import { parseQuery, type Query, withDefaults } from '../api/query.ts';
import { readParams } from '../api/read-params.ts';
import { isEndpoint, selectOperation } from '../api/select.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { Config } from '../config/settings.ts';
import type { CatalogueModel } from '../domain/catalogue-model.ts';
import { ApiError, quote } from '../errors.ts';
import type { SignIn } from '../tokens/sign-in.ts';
import { oncePerTurn } from '../waiting/once-per-turn.ts';
import { type Answer, headerOf, type PlainRequest, type Request, withHeaders } from './answer.ts';
import { needsToken, openAuthentication, type SignedIn } from './authentication.ts';
import { baseAddressOf } from './base-address.ts';
import { tokenOrNone } from './bearer.ts';
import { callbackIn, readCallback } from './callback.ts';
import { callerOf } from './caller.ts';
import { corsHeaders, isPreflight, preflightAnswer } from './cors.ts';
import { encodingFor } from './encoding.ts';
import { openEndpointModels, selectLanguages } from './endpoint-model.ts';
import { asApiError, MAX_QUERY_BYTES, MAX_REVIEW_QUERY_BYTES } from './failure.ts';
import { called, type Finished, finish } from './finished.ts';
import type { Flushes } from './flushes.ts';
import { openKeeping } from './keep-answer.ts';
import { inOneState } from './one-state.ts';
import type { MessagesOf } from './page-voice.ts';
import { pathAndQuery } from './read-request.ts';
import type { RepeatedAnswers } from './repeated.ts';
import { elsewhereAnswer, errorAnswer, fileAnswer, methodNotAllowed, resultAnswer } from './reply.ts';
import { type Question, type Results, UNKEPT } from './results.ts';
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
  /** The user whose token a request shows, where the token was verified before; undefined otherwise. */
  userOf(request: PlainRequest): string | undefined;
}

export function openDispatch(options: {
  readonly operations: readonly Operation[];
  readonly services: Services;
  readonly config: Config;
  readonly messagesOf: MessagesOf;
  readonly log: Logger;
  readonly results: Results;
  readonly repeated: RepeatedAnswers;
  readonly flushes: Flushes;
  readonly signIn: SignIn;
  /** Another number after each token that was made or revoked. */
  tokenState(): number;
}): Dispatch {
  const { operations, services, config, messagesOf, log, results, repeated, flushes, signIn, tokenState } = options;
  const { audit, now } = services;
  const authentication = openAuthentication({ signIn, audit, tokenState, now });
  const viewers = openViewers();
  const endpoints = openEndpointModels();
  const keeping = openKeeping(services.catalogue, repeated);
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
    asked: Operation | undefined,
  ): Promise<Answer> {
    const operation = asked ?? selectOperation(operations, endpoint, query);
    const shape: Shape = { ...operation.params, ...GENERAL };
    const given = withDefaults(query, settings.defaults, (name, values) => shape[name]?.isGiven(values) ?? true);
    const general = readParams(GENERAL, given);
    const params = readParams(operation.params, given);

    const caller = callerOf(request, query, name, user);
    const hasFlushed = general.flush && settings.cache.flush && flushes.order(name);
    if (hasFlushed) {
      audit.record({ event: 'cache_flushed', address: caller.address, ...(user && { user: user.user }), ...at(name) });
    }
    const isLasting = !general.flush && general.cache;
    const shapes = [operation.params, GENERAL];
    const { cachingNow, remember } = keeping({ request, query, shapes, settings, isLasting });
    const begun = performance.now();
    const contextOf = (newest: CatalogueModel): Context<Shape> => ({
      params,
      ...selectLanguages(general.locale, messagesOf(settings), newest, settings),
      model: endpoints.modelOf(newest, settings),
      viewer: user ? viewers.signedIn(newest, user, settings) : viewers.of(newest, settings.serviceUser, settings),
      caller,
      settings,
      timeZone: config.timeZone,
      services,
      begun,
      signal: request.signal,
      onEnd: request.onEnd,
    });
    if (operation.kind === 'file') {
      const newest = newestModel();
      const reply = await operation.handle(contextOf(newest));
      if ('data' in reply) {
        // JSON after all, so the callback is heeded, and one that is none refused.
        readCallback(query);
        return await answerOf(reply, newest);
      }
      const caching = cachingNow(newest);
      const answer = whole(await fileAnswer(request, reply, caching));
      if (reply.isRepeatable) remember(newest, answer, caching, {});
      return answer;
    }
    if (operation.isLive) {
      const newest = newestModel();
      return await answerOf(await operation.handle(contextOf(newest)), newest);
    }
    const seconds = general.cache && (hasFlushed || !general.flush) ? settings.cache.seconds : 0;
    const { plain, question, newest } = await inOneState(services.catalogue, newestModel(), async (newest) => {
      const context = contextOf(newest);
      const question: Question = seconds > 0 ? { group: name, key: keyOf(operation, context), seconds } : UNKEPT;
      const plain = await results.reach(question, request.signal, (signal) => operation.handle({ ...context, signal }));
      return { plain, question, newest };
    });
    return await answerWith(plain, question, newest);

    /** What is told to this caller alone. */
    async function answerOf(reply: DataReply<unknown>, newest: CatalogueModel): Promise<Answer> {
      const plain = finish(reply);
      if (reply.location !== undefined) return whole(elsewhereAnswer(plain, reply.location, callback));
      return await answerWith(plain, UNKEPT, newest);
    }

    async function answerWith(plain: Finished, question: Question, newest: CatalogueModel): Promise<Answer> {
      const asked = encodingFor(headerOf(request, 'accept-encoding'));
      const { result, encoding } =
        callback === undefined
          ? await results.encoded(question, plain, asked)
          : await results.encoded(UNKEPT, called(plain, callback), asked);
      const caching = cachingNow(newest);
      const answer = whole(resultAnswer(request, result, encoding, caching));
      if (question.seconds > 0 && plain.maxAgeSeconds === undefined) {
        remember(newest, answer, caching, { encoding: asked });
      }
      return answer;
    }

    function whole(answer: Answer): Answer {
      return { ...withHeaders(answer, headersFor(request, settings)), operation: nameOf(operation) };
    }
  }

  /** The one that a request names; undefined where that is refused. */
  function operationIn(endpoint: Endpoint, query: Query): Operation | undefined {
    try {
      return selectOperation(operations, endpoint, query);
    } catch {
      return undefined;
    }
  }

  const known: Dispatch['known'] = (request) => {
    try {
      return repeated.find(request, newestModel());
    } catch {
      // What can't be read now is told where the request is answered.
      return undefined;
    }
  };

  const userOf: Dispatch['userOf'] = ({ target, headers }) => {
    const { path, query } = pathAndQuery(target);
    const name = ENDPOINT_PATH.exec(path)?.[1] ?? '';
    const settings = name === '' ? config : config.endpoints.get(name);
    const token = settings && needsToken(settings) ? tokenOrNone({ headers }, query) : undefined;
    const user = token === undefined ? undefined : authentication.known(token, name);
    return user === undefined ? undefined : `${name} ${user}`;
  };

  const answer: Dispatch['answer'] = async (request) => {
    let callback: string | undefined;
    /** Of a callback that only a failure heeds. */
    let malformed: ApiError | undefined;
    let asked: Operation | undefined;
    let cors = corsHeaders(request, baseAddressOf(request.path, config).settings);
    try {
      const target = endpointOf(request.path);
      cors = headersFor(request, target.settings);
      return await checked(target);
    } catch (error) {
      const failure = asApiError(error, request, log);
      const answer = errorAnswer(malformed ?? failure, callback ?? callbackIn(request.query));
      return { ...withHeaders(answer, cors), ...(asked && { operation: nameOf(asked) }) };
    }

    async function checked(target: ReturnType<typeof endpointOf>): Promise<Answer> {
      if (isPreflight(request)) return withHeaders(preflightAnswer(), cors);
      const most = target.endpoint === 'review.do' ? MAX_REVIEW_QUERY_BYTES : MAX_QUERY_BYTES;
      const { length } = request.query;
      if (length > most)
        throw new ApiError('query_too_long', `the query string has ${length} bytes; at most ${most} are read`);
      const query = parseQuery(request.query);
      asked = operationIn(target.endpoint, query);
      try {
        callback = readCallback(query);
      } catch (error) {
        // No callback is put around bytes (decisions 1).
        if (asked?.kind !== 'file') throw error;
        malformed = asApiError(error, request, log);
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        throw methodNotAllowed(request.method);
      }
      const user = await authentication.authenticate(request, query, newestModel(), target);
      return await answerTo(request, query, callback, target, user, asked);
    }
  };

  return { answer, known, userOf };
}

/** Headers of every answer at a base address. Caches are told that it depends on the token, unless they may ignore it. */
function headersFor(request: Request, settings: EndpointSettings): Readonly<Record<string, string>> {
  const cors = corsHeaders(request, settings);
  if (!needsToken(settings) || settings.cache.shared) return cors;
  return { ...cors, vary: cors['vary'] === undefined ? 'Authorization' : `${cors['vary']}, Authorization` };
}

function at(name: string): { readonly endpoint?: string } {
  return name === '' ? {} : { endpoint: name };
}

/** As operators know it. */
function nameOf({ endpoint, selectors }: Operation): string {
  return `${endpoint} ${selectors[0]}`;
}

/** Names a result: equal questions have equal keys however their addresses are written (decisions 2). */
function keyOf(operation: Operation, { params, locale, labels, model, viewer }: Context<Shape>): string {
  return JSON.stringify([
    nameOf(operation),
    params,
    locale,
    labels.language,
    viewer.key,
    viewer.userId,
    model.revision,
  ]);
}
