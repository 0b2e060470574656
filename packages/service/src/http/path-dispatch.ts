/** Answers requests to the operations that have paths of their own, beside the endpoints. */

import { ApiError, quote } from '../../../core/src/domain/errors.ts';
import { acceptedTypes } from '../api/accepted-types.ts';
import { GENERAL_PARAMETERS } from '../api/operation.ts';
import type { Elsewhere, PathContext, PathOperation } from '../api/path-operation.ts';
import { onlyValue, parseQuery, type Query, refuseFaults } from '../api/query.ts';
import { isDeclared } from '../api/read-params.ts';
import { withHolding } from '../api/validity.ts';
import { needsToken, type SignedIn } from '../auth/authentication.ts';
import { signatureInvalid } from '../auth/signed-address.ts';
import type { Snapshot } from '../catalogue/catalogue.ts';
import { readConsistently } from '../catalogue/read-consistently.ts';
import { type Answer, plainRequest, type Request, requestHeader, withHeaders } from './answer.ts';
import { type BaseAddress, baseAddressOf } from './base-address.ts';
import { isSigned } from './bearer.ts';
import { openContexts } from './context.ts';
import { isPreflight, preflightAnswer } from './cors.ts';
import { type openCredentials, varyOf } from './credentials.ts';
import { encodingFor } from './encoding.ts';
import type { AsApiError } from './failure.ts';
import { prepare } from './prepare.ts';
import { refuseLongQuery } from './read-request.ts';
import { errorAnswer, fileAnswer, JSON_TYPE, methodNotAllowed, resultAnswer, unlessKnown } from './reply.ts';
import {
  type Caching,
  cacheControl,
  givenAgain,
  holdingOf,
  NO_STORE,
  whileItHolds,
} from './response-cache/cache-policy.ts';
import { tagHeaders } from './response-cache/cache-tags.ts';
import { type ResultKey, UNCACHED } from './response-cache/results.ts';
import { keyOf } from './run-operation.ts';
import type { Runtime } from './runtime.ts';

/** A path operation that a request names, with the values of the parts in braces as they are written. */
interface Named {
  readonly operation: PathOperation;
  readonly written: Readonly<Record<string, string>>;
  readonly base: BaseAddress;
}

/** Returns a function that answers a request to an operation; undefined for every other path. The promise never rejects. */
export function openPathDispatch({
  pathOperations,
  credentialsOf,
  userOf,
  asApiError,
  headersFor,
  ...runtime
}: Runtime & {
  readonly pathOperations: readonly PathOperation[];
  readonly credentialsOf: ReturnType<typeof openCredentials>['of'];
  readonly userOf: ReturnType<typeof openCredentials>['userOf'];
  readonly asApiError: AsApiError;
  headersFor(request: Request, settings: BaseAddress['settings']): Answer['headers'];
}): (request: Request) => Promise<Answer> | undefined {
  const { catalogue, services, config, results, responses } = runtime;
  const contextOf = openContexts(runtime);
  const patterns = pathOperations.map((operation) => ({ operation, pattern: patternOf(operation.path) }));

  function named(path: string): Named | undefined {
    const { path: below, ...base } = baseAddressOf(path, config);
    for (const { operation, pattern } of patterns) {
      const match = pattern.exec(below);
      if (match && operation.isOffered(base.settings)) return { operation, written: match.groups ?? {}, base };
    }
    return undefined;
  }

  async function answerTo(request: Request, { operation, written, base }: Named): Promise<Answer> {
    const headers = headersFor(request, base.settings);
    const tags = tagHeaders(config.purge.tags, operation.name, written['identifier']);
    const complete = (answer: Answer): Answer => {
      const isFile = operation.kind === 'path file' && answer.status < 400;
      const varied = isFile ? answer : withHeaders(answer, varyOf(config));
      const own = { ...headers, ...(answer.status < 400 && tags) };
      return { ...withHeaders(varied, own), operation: operation.name };
    };
    try {
      if (isPreflight(request)) return complete(preflightAnswer());
      refuseLongQuery(request.query);
      const shape = { ...operation.params, ...GENERAL_PARAMETERS };
      const faults = new Map<string, ApiError>();
      const query = parseQuery(request.query, (name, fault) => faults.set(name, fault));
      if (isSigned(query)) throw signatureInvalid();
      refuseFaults(faults, (name) => name === 'token' || isDeclared(shape, name));
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method);
      onlyValue(query, 'token');
      const sender = { address: request.address, endpoint: base.name };
      const credentials = await credentialsOf(request, query, base);
      const snapshot = await catalogue.snapshot();
      const user = userOf(credentials, sender, snapshot.model);
      const parts = decoded(written);
      return complete(await run({ request, query, operation, parts, base, user, snapshot, complete }));
    } catch (error) {
      return complete(errorAnswer(asApiError(error, request), undefined, JSON_TYPE));
    }
  }

  async function run({ request, query, operation, parts, base, user, snapshot, complete }: Asked): Promise<Answer> {
    const { name, settings } = base;
    const { validity } = settings;
    const asks = { request, query, base, user, signedAs: undefined, shape: operation.params, writes: false };
    const { params, caller, policy, input, clears } = prepare(runtime, asks);
    const contextWith = (state: Snapshot): PathContext => ({ ...contextOf(state, input), params, parts });
    /** As for other operations, a proxy must not keep what became outdated while it was made. */
    const cachingOf = async (state: Snapshot) => ((await catalogue.snapshot()) === state ? policy.caching : NO_STORE);

    if (operation.kind === 'path file') {
      const work = async (state: Snapshot) => {
        const context = contextWith(state);
        return { reply: withHolding(await operation.handle(context), context), state };
      };
      const { reply, state } = await readConsistently(catalogue, snapshot, work, request.signal);
      const now = services.now();
      const holds = holdingOf(reply.holds, { now, validity });
      const kept = { caching: await cachingOf(state), maxAge: 'location' in reply ? undefined : reply.maxAge };
      const { caching, maxAge = Number.POSITIVE_INFINITY } = whileItHolds(kept, { holds, now });
      if ('location' in reply) return elsewhere(reply, caching, settings);
      const answer = await fileAnswer(request, { ...reply, maxAge }, caching);
      const isUseless = responses.clears() !== clears || catalogue.snapshotAtHand() === undefined;
      if (reply.isRepeatable && policy.byUrl !== undefined && caching.seconds > 0 && !isUseless) {
        const options = { ...policy.byUrl, isOfPlace: true, holds: givenAgain(caching, holds) };
        responses.set(plainRequest(request), state.model, complete(answer), options);
      }
      return answer;
    }

    const work = async (state: Snapshot) => {
      const context = contextWith(state);
      const seconds = policy.resultSeconds;
      // Absolute addresses are part of a document, and only callers without a token in theirs are sent to others.
      const key = keyOf(operation.name, context, parts, caller.base, caller.addressToken === undefined);
      const resultKey: ResultKey = seconds > 0 ? { group: name, key, seconds, now: context.now } : UNCACHED;
      const compute = async (signal: AbortSignal) =>
        withHolding(await operation.handle({ ...context, signal }), context);
      return { result: await results.getOrCompute(resultKey, request.signal, compute), resultKey, state };
    };
    const { result, resultKey, state } = await readConsistently(catalogue, snapshot, work, request.signal);
    const kept = { caching: await cachingOf(state), maxAge: undefined };
    const now = services.now();
    const { caching } = whileItHolds(kept, { holds: holdingOf(result.holds, { now, validity }), now });
    if (result.location !== undefined) return elsewhere({ location: result.location }, caching, settings);
    const encoded = await results.encoded(resultKey, result, encodingFor(requestHeader(request, 'accept-encoding')));
    const [standard = JSON_TYPE, plain] = operation.mediaTypes;
    const accepted = acceptedTypes(requestHeader(request, 'accept') ?? '');
    const names = (type: string) => accepted.has(type.split(';', 1)[0] ?? '');
    const mediaType = plain !== undefined && names(plain) && !names(standard) ? plain : standard;
    const answer = resultAnswer(encoded.result, { encoding: encoded.encoding, caching, mediaType });
    return unlessKnown(request, plain === undefined ? answer : withHeaders(answer, { vary: 'Accept' }));
  }

  return (request) => {
    const found = named(request.path);
    return found && answerTo(request, found);
  };
}

/** A request whose user is known. */
interface Asked {
  readonly request: Request;
  readonly query: Query;
  readonly operation: PathOperation;
  readonly parts: PathContext['parts'];
  readonly base: BaseAddress;
  readonly user: SignedIn | undefined;
  readonly snapshot: Snapshot;
  /** Adds what every answer of the operation has. */
  complete(answer: Answer): Answer;
}

/** Makes a pattern of a path whose parts in braces take any text without `/`. */
function patternOf(path: string): RegExp {
  const source = path.replaceAll(/[.]/g, '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]*)');
  return new RegExp(`^${source}$`);
}

/** Decodes the parts of a path. Throws for broken escapes and bytes that are not UTF-8. */
function decoded(written: Readonly<Record<string, string>>): PathContext['parts'] {
  return Object.fromEntries(
    Object.entries(written).map(([name, text]) => {
      try {
        return [name, decodeURIComponent(text)];
      } catch {
        throw new ApiError('request_malformed', `${name}: ${quote(text)} is not percent-encoded UTF-8`);
      }
    }),
  );
}

function elsewhere({ location }: Elsewhere, caching: Caching, settings: BaseAddress['settings']): Answer {
  // Callers with the token in their address get another answer, whatever `cache.shared` says.
  const isPrivate = caching.isPrivate || needsToken(settings);
  return { status: 303, headers: { location, 'cache-control': cacheControl({ ...caching, isPrivate }) }, body: '' };
}
