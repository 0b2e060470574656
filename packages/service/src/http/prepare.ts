/** What a request asks of an operation, and who asks; empties the caches of answers if it asks for that. */

import { GENERAL_PARAMETERS } from '../api/operation.ts';
import type { ParamValues, Shape } from '../api/params.ts';
import type { Query } from '../api/query.ts';
import { readParams, withDefaults } from '../api/read-params.ts';
import type { SignedIn } from '../auth/authentication.ts';
import type { SignedAs } from '../auth/signed-address.ts';
import type { Request } from './answer.ts';
import type { BaseAddress } from './base-address.ts';
import { callerOf } from './client.ts';
import { refuseCrossSite } from './credentials.ts';
import { cachePolicyOf } from './response-cache/cache-policy.ts';
import type { Runtime } from './runtime.ts';

interface Asked<Own extends Shape> {
  readonly request: Request;
  readonly query: Query;
  readonly base: BaseAddress;
  readonly user: SignedIn | undefined;
  readonly signedAs: SignedAs | undefined;
  /** The operation's own parameters. */
  readonly shape: Own;
  /** True if the operation changes something. */
  readonly writes: boolean;
}

/** Throws an `ApiError` for a wrong parameter, and for a change that a page of another site asks for. */
export function prepare<Own extends Shape>(
  { config, services, responses, flushCache }: Runtime,
  { request, query, base, user, signedAs, shape, writes }: Asked<Own>,
) {
  const { name, settings } = base;
  const given = withDefaults(query, settings.defaults, [GENERAL_PARAMETERS, shape]);
  const general = readParams(GENERAL_PARAMETERS, given);
  const params: ParamValues<Own> = readParams(shape, given);
  const caller = callerOf(request, { query, name, user, signedAs }, config);
  if (user?.isBySession && (general.flush || writes)) refuseCrossSite(request, config);
  const hasFlushed = general.flush && settings.cache.flush && flushCache(name);
  if (hasFlushed)
    services.audit.record({ event: 'cache_flushed', address: caller.address, user: user?.user, endpoint: name });
  const policy = cachePolicyOf({
    settings,
    query,
    shapes: [shape, GENERAL_PARAMETERS],
    ...general,
    hasFlushed,
    isSigned: signedAs !== undefined,
    isBySession: user?.isBySession === true,
  });
  const input = { request, caller, settings, locale: general.locale, user };
  return { params, caller, policy, input, clears: responses.clears() };
}
