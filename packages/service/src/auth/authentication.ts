/**
 * Finds the user of a request's token. Each HTTP thread keeps the identities of valid tokens by their hash
 * (`auth/identity-cache.ts`) for a minute, at most until the token expires, and forgets all when a token is
 * made or revoked. An unknown token goes to the main thread, where `auth/token-gate.ts` looks into a cache of its own,
 * limits the failures of each address, and asks the verifier of the base address.
 */
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { User } from '../../../core/src/domain/model.ts';
import type { EndpointSettings } from '../config/endpoint-settings.ts';
import type { AuditLog } from './audit-log.ts';
import { type IdentityCache, openIdentityCache } from './identity-cache.ts';
import type { Outcome, TokenGate } from './token-gate.ts';
import type { Identity } from './token-verifier.ts';

/** Somebody who has presented a valid token, a session or a signed address. */
export interface SignedIn {
  /** Undefined for somebody who is no user of the catalogue, and acts in groups alone (extensions E6: user 0). */
  readonly user: number | undefined;
  readonly groups: readonly number[];
  /** True if a browser sent the cookie of a session, maybe without its person knowing it. */
  readonly isBySession?: boolean;
}

/** True if the base address requires a token. */
export function needsToken({ token }: Pick<EndpointSettings, 'token'>): boolean {
  return token.verifier !== 'none';
}

interface Sender {
  /** IP address. */
  readonly address: string;
  /** Name of the base address of the request. */
  readonly endpoint: string;
}

/** Authenticates requests. Caches the identities that the main thread returns until tokens are made or revoked. */
export function openAuthentication(options: {
  readonly tokenGate: TokenGate;
  readonly audit: AuditLog;
  /** Returns a number that increases whenever a token is made or revoked; undefined if it is unknown. */
  tokenState(): number | undefined;
  /** Current time in UTC milliseconds. */
  now(): number;
}) {
  const { tokenGate, audit, tokenState, now } = options;
  const identitiesOf = new Map<string, IdentityCache>();

  async function identify(
    token: string | undefined,
    { address, endpoint }: Sender,
    signal: AbortSignal,
  ): Promise<Identity> {
    if (token === undefined) {
      throw new ApiError(
        'token_missing',
        'a token is needed, in the header "Authorization: Bearer" or in the parameter token',
      );
    }
    const identities = identitiesOf.getOrInsertComputed(endpoint, () => openIdentityCache({ now }));
    const state = tokenState();
    const verified = identities.get(token, state);
    if (verified) return verified;
    const outcome = await tokenGate.attempt({ endpoint, token, address, tokenState: state }, { signal });
    if (outcome.kind !== 'identity') throw refusalOf(outcome);
    identities.set(token, state, outcome.identity);
    return outcome.identity;
  }

  function userOf(identity: Identity, { address, endpoint }: Sender, model: CatalogueModel): SignedIn {
    const user = model.users.get(identity.user);
    if (!user) {
      const details = { reason: 'unknown user' };
      audit.record({ event: 'sign_in_failed', address, user: identity.user, endpoint, details });
      throw refusalOf({ kind: 'refused' });
    }
    return withGroups(user, identity.groups, model);
  }

  return {
    /** Verifies the token of a request. Throws if it is missing or refused. */
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
      const message = 'tokens cannot be verified at the moment; try again';
      return new ApiError('sign_in_unavailable', message, { retryAfterSeconds: 5 });
    }
  }
}
