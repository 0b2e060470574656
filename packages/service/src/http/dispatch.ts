import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { Tool } from '../api/mcp/tool.ts';
import { GENERAL_PARAMETERS, type Operation } from '../api/operation.ts';
import type { PathOperation } from '../api/path-operation.ts';
import { onlyValue, parseQuery, type Query, refuseFaults } from '../api/query.ts';
import { isDeclared } from '../api/read-params.ts';
import { selectOperation, withSelector } from '../api/select.ts';
import { withWrittenIntegers } from '../api/written-integers.ts';
import { needsToken, openAuthentication, type SignedIn, withGroups } from '../auth/authentication.ts';
import type { Sessions } from '../auth/sessions.ts';
import { refuseExpired, type SignedAs, signatureInvalid, verifyTarget } from '../auth/signed-address.ts';
import type { TokenGate } from '../auth/token-gate.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import { type Answer, type PlainRequest, type Request, withHeaders } from './answer.ts';
import { baseAddressOf, type EndpointAddress, endpointAt } from './base-address.ts';
import { isSigned, tokenOrNone } from './bearer.ts';
import { callbackIn, readCallback } from './callback.ts';
import { corsHeaders, isPreflight, preflightAnswer } from './cors.ts';
import { openCredentials, varyOf } from './credentials.ts';
import type { AsApiError } from './failure.ts';
import { openMcp } from './mcp.ts';
import { openPathDispatch } from './path-dispatch.ts';
import { pathAndQuery, refuseLongQuery } from './read-request.ts';
import { envelopeType, errorAnswer, methodNotAllowed } from './reply.ts';
import { nameOf, openOperations } from './run-operation.ts';
import type { Runtime } from './runtime.ts';

/** Answers requests to the endpoints. */
export interface Dispatch {
  /** Answers a request to an endpoint, or to an operation at a path of its own; undefined for every other path. Never rejects. */
  answer(request: Request): Promise<Answer | undefined>;
  /** Returns the cached answer; undefined if there is none. */
  cached(request: PlainRequest): Answer | undefined;
  /** Returns the user of the request's token if the token was verified before; undefined otherwise. */
  userOf(request: PlainRequest): string | undefined;
}

/** What a dispatch needs besides what its operations need. */
export interface DispatchOptions extends Runtime {
  readonly operations: readonly Operation[];
  readonly pathOperations: readonly PathOperation[];
  /** What assistants can do. */
  readonly tools: readonly Tool[];
  readonly asApiError: AsApiError;
  readonly tokenGate: TokenGate;
  /** Undefined if nobody can sign in. */
  readonly sessions: Sessions | undefined;
  /** Returns a number that increases whenever a token is made or revoked; undefined if it is unknown. */
  tokenState(): number | undefined;
}

/** Routes requests to the operations of the endpoints and authenticates their callers. */
export function openDispatch(options: DispatchOptions): Dispatch {
  const { operations, catalogue, services, config, responses, asApiError, tokenGate, sessions, tokenState } = options;
  const { audit, now } = services;
  const authentication = openAuthentication({ tokenGate, audit, tokenState, now });
  const run = openOperations(options);
  const { of: credentialsOf, userOf: userOfCredentials } = openCredentials({ authentication, sessions, config });
  const answerPath = openPathDispatch({ ...options, credentialsOf, userOf: userOfCredentials, headersFor });
  const answerMcp = openMcp({ ...options, authentication });

  /** Undefined if the request selects no operation or several. */
  function operationIn({ endpoint, operation }: EndpointAddress, query: Query): Operation | undefined {
    try {
      return selectOperation(operations, endpoint, query, operation);
    } catch {
      return undefined;
    }
  }

  const cached: Dispatch['cached'] = (request) => {
    if (sessions?.isCarriedBy(request)) return undefined;
    try {
      const snapshot = catalogue.snapshotAtHand();
      return snapshot && responses.get(request, snapshot.model);
    } catch {
      // The request fails in the same way when it is answered, and the failure is reported there.
      return undefined;
    }
  };

  const userOf: Dispatch['userOf'] = ({ target, headers }) => {
    const { path, query } = pathAndQuery(target);
    const base = baseAddressOf(path, config);
    if (!needsToken(base.settings)) return undefined;
    const token = tokenOrNone({ headers }, query);
    const user = token === undefined ? undefined : authentication.verifiedUser(token, base.name);
    return user === undefined ? undefined : `${base.name} ${user}`;
  };

  const answer: Dispatch['answer'] = async (request) => {
    const target = endpointAt(request.path, config);
    return target && isOffered(target)
      ? await answerAt(target, request)
      : ((await answerPath(request)) ?? (await answerMcp(request)));
  };

  /** False for a path with the name of no operation. */
  function isOffered({ endpoint, operation }: EndpointAddress): boolean {
    const isNamed = ({ selectors, ...each }: Operation) => each.endpoint === endpoint && selectors[0] === operation;
    return operation === undefined || operations.some(isNamed);
  }

  async function answerAt(target: EndpointAddress, request: Request): Promise<Answer> {
    const { endpoint, operation: inPath, ...base } = target;
    const { settings } = base;
    const headers = headersFor(request, settings);
    let callback: string | undefined;
    let operation: Operation | undefined;
    /**
     * The refusal of a malformed callback. A file operation reports it only when the operation fails (interface
     * decisions 1).
     */
    let malformed: ApiError | undefined;
    try {
      return await checked();
    } catch (error) {
      const failure = asApiError(error, request);
      const called = callback ?? callbackIn(request.query);
      const answer = errorAnswer(malformed ?? failure, called, envelopeType(request.path, called));
      const varied = withHeaders(answer, varyOf(config));
      return { ...withHeaders(varied, headers), ...(operation && { operation: nameOf(operation) }) };
    }

    async function checked(): Promise<Answer> {
      if (isPreflight(request)) return withHeaders(preflightAnswer(), headers);
      refuseLongQuery(request.query, endpoint);
      const faults = new Map<string, ApiError>();
      const query = parseQuery(request.query, (name, fault) => faults.set(name, fault));
      operation = operationIn(target, query);
      const signedAs = isSigned(query) ? verified(request, operation) : undefined;
      refuseFaults(faults, isReadBy(operation ? [operation] : operations.filter((each) => each.endpoint === endpoint)));
      try {
        callback = readCallback(query);
      } catch (error) {
        if (operation?.kind !== 'file') throw error;
        malformed = asApiError(error, request);
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method);
      // A list is refused even where no token is required (interface decisions 2). A signed address needs none.
      if (!signedAs) onlyValue(query, 'token');
      const sender = { address: request.address, endpoint: base.name };
      const credentials = signedAs ? {} : await credentialsOf(request, query, base);
      // Verification may take seconds. A commit in that time may restrict what the caller sees.
      const snapshot = await catalogue.snapshot();
      const user = signedAs
        ? signedUser(signedAs, snapshot.model)
        : userOfCredentials(credentials, sender, snapshot.model);
      // Thrown only here, because a missing token is refused first.
      operation ??= selectOperation(operations, endpoint, query, inPath);
      try {
        return await run({
          ...{ request, operation, callback, base, user, signedAs, snapshot },
          // Who has the address gets the same, with whatever token.
          headers: signedAs ? corsHeaders(request, settings) : headers,
          query: inPath === undefined ? query : withSelector(query, operation),
          mediaType: envelopeType(request.path, callback),
        });
      } catch (error) {
        throw error instanceof ApiError ? withWrittenIntegers(error, query) : error;
      }
    }
  }

  /** Returns as whom a signed address is answered. Throws unless it is valid, and of an operation that may be signed. */
  function verified({ path, query }: Request, operation: Operation | undefined): SignedAs {
    const { keys, maxDays } = config.sign;
    const signedAs = verifyTarget(`${path}?${query}`, keys);
    if (operation?.kind !== 'file' || !operation.isSignable) throw signatureInvalid();
    refuseExpired(signedAs, { now: now(), maxDays });
    return signedAs;
  }

  return { answer, cached, userOf };
}

/** Returns the user of a signed address. Throws if the catalogue has no such user, or not any more. */
function signedUser({ user: id, groups }: SignedAs, model: CatalogueModel): SignedIn {
  const user = model.users.get(id);
  // Somebody who signed in without being a user (extensions E6).
  if (!user && id === 0 && groups)
    return { user: undefined, groups: groups.filter((group) => model.groups.has(group)) };
  if (!user) throw signatureInvalid();
  return withGroups(user, groups, model);
}

/**
 * Returns whether one of the operations reads a parameter. Faults of others are ignored like their values (interface
 * decisions 2).
 */
function isReadBy(operations: readonly Operation[]): (name: string) => boolean {
  const shapes = [GENERAL_PARAMETERS, ...operations.map(({ params }) => params)];
  return (name) => name === 'token' || name === 'callback' || shapes.some((shape) => isDeclared(shape, name));
}

/** Headers of every answer at a base address. Answers vary by token unless caches may ignore it (`cache.shared`). */
function headersFor(request: Request, settings: EndpointSettings): Answer['headers'] {
  const cors = corsHeaders(request, settings);
  if (!needsToken(settings) || settings.cache.shared) return cors;
  return { ...cors, vary: cors['vary'] === undefined ? 'Authorization' : `${cors['vary']}, Authorization` };
}
