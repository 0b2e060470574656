/** Finds as whom a request is sent: by its token, or else by the cookie of a session (extensions E6). */
import type { CatalogueModel } from '../../../core/src/domain/catalogue-model.ts';
import { ApiError } from '../../../core/src/domain/errors.ts';
import type { Query } from '../api/query.ts';
import { needsToken, type openAuthentication, type SignedIn } from '../auth/authentication.ts';
import type { Session } from '../auth/session.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Identity } from '../auth/token-verifier.ts';
import type { Config } from '../config/settings.ts';
import { type Answer, type Request, requestHeader } from './answer.ts';
import type { BaseAddress } from './base-address.ts';
import { readToken } from './bearer.ts';

/** What a request has shown: one of the two, or nothing where nothing is needed. */
export interface Credentials {
  readonly identity?: Identity;
  readonly session?: Session;
}

export function openCredentials({
  authentication,
  sessions,
  config,
}: {
  readonly authentication: ReturnType<typeof openAuthentication>;
  /** Undefined if nobody can sign in. */
  readonly sessions: Sessions | undefined;
  readonly config: Pick<Config, 'signIn'>;
}) {
  return {
    /** Verifies what a request shows. Throws if it is refused, or missing where it is needed. */
    async of(request: Request, query: Query, { name, settings }: BaseAddress): Promise<Credentials> {
      const isTokenNeeded = needsToken(settings);
      const token = isTokenNeeded ? readToken(request, query) : undefined;
      // A script of any page may load what has a callback.
      const mayHaveSession = token === undefined && !query.has('callback') && !query.has('callback[]');
      const session = mayHaveSession ? await sessions?.of(request) : undefined;
      if (session) return { session };
      if (isTokenNeeded) {
        const sender = { address: request.address, endpoint: name };
        return { identity: await authentication.identify(token, sender, request.signal) };
      }
      if (config.signIn.required) throw new ApiError('token_missing', 'people sign in here, at /sign-in');
      return {};
    },
    /** Returns the user that credentials name; undefined without any. Throws if the catalogue has no such user. */
    userOf(
      { identity, session }: Credentials,
      sender: { readonly address: string; readonly endpoint: string },
      model: CatalogueModel,
    ): SignedIn | undefined {
      if (session) return sessions?.userOf(session, model);
      return identity && authentication.userOf(identity, sender, model);
    },
  };
}

/**
 * Throws if a browser may send a request with a cookie on behalf of another site. Neighbouring hosts of the same site count
 * as others.
 */
export function refuseCrossSite(request: Request, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const site = requestHeader(request, 'sec-fetch-site');
  if (site === 'same-origin') return;
  const from = requestHeader(request, 'origin') ?? originOf(requestHeader(request, 'referer'));
  const isOwn = from !== undefined && (from === request.origin || from === publicUrl);
  if (site !== undefined || !isOwn)
    throw new ApiError('cross_site', 'a session changes something from pages of this service alone; send a token');
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}

/** True if requests need a token or a session. */
export function needsCredentials(settings: BaseAddress['settings'], { signIn }: Pick<Config, 'signIn'>): boolean {
  return needsToken(settings) || signIn.required;
}

/** The header of answers that depend on whether somebody has signed in: JSON and pages. */
export function varyOf({ signIn }: Pick<Config, 'signIn'>): Answer['headers'] {
  return signIn.issuer === null ? {} : { vary: 'Cookie' };
}
