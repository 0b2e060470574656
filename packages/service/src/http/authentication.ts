/**
 * Finds the user of a request's token. Each HTTP thread keeps the identities of valid tokens by their hash
 * (`auth/identity-cache.ts`) for `token.cacheSeconds`, at most until the token expires, and forgets all when a token is
 * made or revoked. An unknown token goes to the main thread, where `auth/sign-in.ts` looks into a cache of its own,
 * limits the failures of each address, and asks the verifier of the base address.
 */
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { User } from '../../../core/src/domain/model.ts';
import { onlyValue, type Query } from '../api/query.ts';
import type { AuditLog } from '../auth/audit-log.ts';
import { type IdentityCache, openIdentityCache } from '../auth/identity-cache.ts';
import type { Outcome, SignIn } from '../auth/sign-in.ts';
import type { Identity } from '../auth/token-verifier.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { Request } from './answer.ts';
import type { BaseAddress } from './base-address.ts';
import { readToken } from './bearer.ts';

/** A user who has presented a valid token. */
export interface SignedIn {
  readonly user: number;
  readonly groups: readonly number[];
}

/** True if the base address requires a token. */
export function needsToken({ token }: EndpointSettings): boolean {
  return token.verifier !== 'none';
}

/** Authenticates requests. Caches the identities that the main thread returns until tokens are made or revoked. */
export function openAuthentication(options: {
  readonly signIn: SignIn;
  readonly audit: AuditLog;
  /** Returns a number that increases whenever a token is made or revoked; undefined if it is unknown. */
  tokenState(): number | undefined;
  /** Current time in UTC milliseconds. */
  now(): number;
}) {
  const { signIn, audit, tokenState, now } = options;
  const identitiesOf = new Map<string, IdentityCache>();

  async function identityOf(request: Request, token: string, { name }: BaseAddress): Promise<Identity> {
    const identities = identitiesOf.getOrInsertComputed(name, () => openIdentityCache({ now }));
    const state = tokenState();
    const verified = identities.get(token, state);
    if (verified) return verified;
    const { address, signal } = request;
    const outcome = await signIn.attempt({ endpoint: name, token, address, tokenState: state }, { signal });
    if (outcome.kind !== 'identity') throw refusalOf(outcome);
    identities.set(token, state, outcome.identity);
    return outcome.identity;
  }

  async function identify(request: Request, query: Query, target: BaseAddress): Promise<Identity | undefined> {
    // A list is refused even where no token is required (interface decisions 2).
    onlyValue(query, 'token');
    if (!needsToken(target.settings)) return undefined;
    const token = readToken(request, query);
    if (token === undefined) {
      throw new ApiError(
        'token_missing',
        'a token is needed, in the header "Authorization: Bearer" or in the parameter token',
      );
    }
    return await identityOf(request, token, target);
  }

  function userOf(identity: Identity, request: Request, model: CatalogueModel, target: BaseAddress): SignedIn {
    const user = model.users.get(identity.user);
    if (!user) {
      audit.record({
        event: 'sign_in_failed',
        address: request.address,
        user: identity.user,
        endpoint: target.name,
        details: { reason: 'unknown user' },
      });
      throw refusalOf({ kind: 'refused' });
    }
    return withGroups(user, identity.groups, model);
  }

  return {
    /**
     * Verifies the request's token; resolves to undefined if the base address requires none. Throws if the token is
     * missing or refused.
     */
    identify,
    /** Returns the user that the identity names. Throws if the catalogue has no such user. */
    userOf,
    /** Returns the user of a token that was verified before; undefined for any other token. */
    verifiedUser: (token: string, endpoint: string): number | undefined =>
      identitiesOf.get(endpoint)?.get(token, tokenState())?.user,
  };
}

/** Returns the user with the groups given by the token, otherwise the user's own; drops groups that don't exist. */
export function withGroups(user: User, given: readonly number[] | undefined, model: CatalogueModel): SignedIn {
  return { user: user.id, groups: (given ?? user.groups).filter((group) => model.groups.has(group)) };
}

function refusalOf(outcome: Exclude<Outcome, { kind: 'identity' }>): ApiError {
  switch (outcome.kind) {
    case 'refused':
      return new ApiError('token_invalid', 'the token is not valid, or not any more');
    case 'limited': {
      const { retryAfterSeconds } = outcome;
      const message = 'too many tokens from this address were refused; try again later';
      return new ApiError('limited', message, { retryAfterSeconds });
    }
    case 'overloaded':
      return new ApiError('overloaded', 'too many others are signing in; try again', { retryAfterSeconds: 1 });
    case 'unavailable': {
      const message = 'tokens can not be verified at the moment; try again';
      return new ApiError('sign_in_unavailable', message, { retryAfterSeconds: 5 });
    }
  }
}
