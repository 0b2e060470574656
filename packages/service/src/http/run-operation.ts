/** Runs the operation of a request and makes its answer. */

import { invalidParameter } from '../../../core/src/domain/errors.ts';
import type { ContextWith, Operation } from '../api/operation.ts';
import type { Shape } from '../api/params.ts';
import type { Query } from '../api/query.ts';
import type { DataReply } from '../api/replies.ts';
import { type Holding, withHolding } from '../api/validity.ts';
import type { SignedIn } from '../auth/authentication.ts';
import type { SignedAs } from '../auth/signed-address.ts';
import type { Snapshot } from '../catalogue/catalogue.ts';
import { readConsistently } from '../catalogue/read-consistently.ts';
import { type Answer, plainRequest, type Request, requestHeader, withHeaders } from './answer.ts';
import type { BaseAddress } from './base-address.ts';
import { readCallback } from './callback.ts';
import { openContexts } from './context.ts';
import { varyOf } from './credentials.ts';
import { encodingFor } from './encoding.ts';
import { prepare } from './prepare.ts';
import { fileAnswer, redirectAnswer, resultAnswer, unlessKnown } from './reply.ts';
import {
  type Caching,
  givenAgain,
  holdingOf,
  NO_STORE,
  untilExpiry,
  whileItHolds,
} from './response-cache/cache-policy.ts';
import { tagHeaders } from './response-cache/cache-tags.ts';
import type { Variant } from './response-cache/response-cache.ts';
import {
  isKept,
  type JsonResult,
  jsonResult,
  type ResultKey,
  UNCACHED,
  withCallback,
} from './response-cache/results.ts';
import type { Runtime } from './runtime.ts';

/** A request whose operation and user are known. */
export interface OperationRequest {
  readonly request: Request;
  readonly query: Query;
  readonly operation: Operation;
  readonly callback: string | undefined;
  readonly base: BaseAddress;
  /** Undefined if the base address requires no token, and the address is not signed. */
  readonly user: SignedIn | undefined;
  /** As whom a signed address is answered; undefined for any other request. */
  readonly signedAs: SignedAs | undefined;
  readonly mediaType: string;
  /** Headers of every answer to this request. */
  readonly headers: Answer['headers'];
  /** The state of the catalogue when the request was taken up. */
  readonly snapshot: Snapshot;
}

/** Returns the function that answers a request. It throws an `ApiError` to refuse the request. */
export function openOperations(runtime: Runtime): (request: OperationRequest) => Promise<Answer> {
  const { catalogue, services, config, results, responses } = runtime;
  const contextOf = openContexts(runtime);

  return async function run(asked) {
    const { request, query, operation, callback, base, user, signedAs, mediaType, headers, snapshot } = asked;
    const { name, settings } = base;
    const refused = operation.refuses?.find((each) => isGiven(query.get(each), each));
    if (refused !== undefined)
      throw invalidParameter(
        `${refused}: can't be combined with ${operation.selectors[0]}, which has an order and a total of its own`,
      );
    const writes = operation.kind === 'json' && operation.writes === true;
    const shape: Shape = operation.params;
    const asks = { request, query, base, user, signedAs, shape, writes };
    const { params, caller, policy, input, clears } = prepare(runtime, asks);
    const isOfPlace = operation.kind === 'json' && operation.holdsAddresses?.(params) === true;
    const contextWith = (state: Snapshot): ContextWith<Shape> => ({ ...contextOf(state, input), params });
    if (operation.kind === 'file') {
      // A file operation writes nothing, so it may run again.
      const { reply, state } = await readConsistently(
        catalogue,
        snapshot,
        async (state) => {
          const context = contextWith(state);
          return { reply: withHolding(await operation.handle(context), context), state };
        },
        request.signal,
      );
      if ('data' in reply) {
        // A JSON result honours the callback, so a malformed one is refused.
        readCallback(query);
        return await answerOf(reply, state);
      }
      const ofPolicy = await cachingOf(state);
      const caching = reply.isPrivate ? { ...ofPolicy, isPrivate: true } : ofPolicy;
      const now = services.now();
      const holds = holdingOf(reply.holds, { now, validity: settings.validity });
      const ends = signedAs && { reply, expires: signedAs.expires, now };
      const signed = ends ? untilExpiry(caching, ends) : { caching, maxAge: reply.maxAge };
      const kept = whileItHolds(signed, { holds, now });
      const answer = complete(await fileAnswer(request, { ...reply, maxAge: kept.maxAge }, kept.caching));
      if (reply.isRepeatable)
        store(answer, state, kept.caching, {
          holds: givenAgain(kept.caching, holds),
          ...(reply.accepted && { variant: reply.accepted }),
        });
      return answer;
    }
    if (operation.isLive) {
      const context = contextWith(snapshot);
      return await answerOf(withHolding(await operation.handle(context), context), snapshot);
    }
    const seconds = policy.resultSeconds;
    const { result, resultKey, state } = await readConsistently(
      catalogue,
      snapshot,
      async (state) => {
        const context = contextWith(state);
        const key = () => keyOf(nameOf(operation), context, ...(isOfPlace ? [caller.base] : []));
        const resultKey = seconds > 0 ? { group: name, key: key(), seconds, now: context.now } : UNCACHED;
        const result = await results.getOrCompute(resultKey, request.signal, async (signal) =>
          withHolding(await operation.handle({ ...context, signal }), context),
        );
        return { result, resultKey, state };
      },
      request.signal,
    );
    return await answerWith(result, resultKey, state);

    /** Makes the answer of a result that is not cached. */
    async function answerOf(reply: DataReply<unknown> & { holds?: Holding }, state: Snapshot): Promise<Answer> {
      const result = { ...jsonResult(reply), ...(reply.holds && { holds: reply.holds }) };
      if (reply.location !== undefined)
        return complete(redirectAnswer(result, reply.location, { callback, mediaType }));
      return await answerWith(result, UNCACHED, state);
    }

    async function answerWith(uncoded: JsonResult, resultKey: ResultKey, state: Snapshot): Promise<Answer> {
      const { maxAgeSeconds, sameUntil } = uncoded;
      // Neither cache keeps it: that of responses would look for another coding.
      const isOnce = sameUntil === undefined && (resultKey.seconds <= 0 || !isKept(uncoded));
      const preferred = encodingFor(requestHeader(request, 'accept-encoding'), isOnce ? 'once' : 'kept');
      const { result, encoding } =
        callback === undefined
          ? await results.encoded(resultKey, uncoded, preferred)
          : await results.encoded(UNCACHED, withCallback(uncoded, callback), preferred);
      const now = services.now();
      const holds = holdingOf(uncoded.holds, { now, validity: settings.validity });
      const kept = { caching: await cachingOf(state), maxAge: maxAgeSeconds };
      const { caching } = whileItHolds(kept, { holds, now });
      // Kept whole, so that the next caller with a condition finds it, too.
      const answer = complete(resultAnswer(result, { encoding, caching, mediaType }));
      if (sameUntil !== undefined)
        store(answer, state, caching, { holds: { since: now, until: sameUntil }, variant: preferred });
      else if (resultKey.seconds > 0 && maxAgeSeconds === undefined)
        store(answer, state, caching, { holds: givenAgain(caching, holds), variant: preferred });
      return unlessKnown(request, answer);
    }

    /** A cache in front that was just purged must not store an answer that became outdated while it was made. */
    async function cachingOf(state: Snapshot): Promise<Caching> {
      return (await catalogue.snapshot()) === state ? policy.caching : NO_STORE;
    }

    function store(
      answer: Answer,
      { model }: Snapshot,
      caching: Caching,
      more: { readonly holds: Holding | undefined; readonly variant?: Variant },
    ): void {
      const isOutdated = responses.clears() !== clears;
      // Without a snapshot at hand, as with strict freshness, no request would find it.
      const isUseless = catalogue.snapshotAtHand() === undefined;
      if (policy.byUrl === undefined || caching.seconds === 0 || isOutdated || isUseless) return;
      const options = { ...policy.byUrl, isOfPlace, ...more };
      responses.set(plainRequest(request), model, answer, options);
    }

    /** Adds the headers of every answer, and the operation's name for the metrics. */
    function complete(answer: Answer): Answer {
      const name = nameOf(operation);
      const tags = tagHeaders(config.purge.tags, name, params[operation.selectors[0] ?? '']);
      const isFile = operation.kind === 'file' && !isText(answer);
      const varied = isFile ? answer : withHeaders(answer, varyOf(config));
      return { ...withHeaders(varied, { ...headers, ...tags }), operation: name };
    }
  };
}

/** True for JSON and pages. What is not modified is a file. */
function isText({ headers }: Answer): boolean {
  return /json|javascript|html/.test(headers['content-type'] ?? '');
}

/** An empty value is none, but an empty text to search for finds everything. */
function isGiven(values: readonly string[] | undefined, name: string): boolean {
  return values?.some((value) => value !== '' || name === 'search') ?? false;
}

/** Returns the operation's name in metrics and cache keys. */
export function nameOf({ endpoint, selectors }: Operation): string {
  return `${endpoint} ${selectors[0]}`;
}

/**
 * Cache key of a result of the operation of this name; `more` is what the result depends on besides. Requests for the same
 * result have equal keys, however their addresses are written (interface decisions 2).
 */
export function keyOf(
  name: string,
  { params, locale, labels, model, viewer, caller }: ContextWith<Shape>,
  ...more: readonly unknown[]
): string {
  const { language, formats } = labels;
  return JSON.stringify([
    ...[name, params, locale, language, formats],
    ...[viewer.key, viewer.userId, caller.isSignedIn, model.revision, ...more],
  ]);
}
