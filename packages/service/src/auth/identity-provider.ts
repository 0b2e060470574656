/** The provider with which people sign in: the OpenID Connect client of this service (extensions E6). */
import type { Configuration } from 'openid-client';
import { readUpTo } from '../../../core/src/platform/read-up-to.ts';
import type { Config } from '../config/settings.ts';
import { type Claims, type Person, personOf } from './person.ts';
import { codeOf, ProviderUnavailable, SignInRefused, sortingFaults } from './provider-errors.ts';
import { isGivenWith, LEEWAY_SECONDS, ProviderKeys } from './provider-keys.ts';
import { markOf } from './session.ts';

/** How long the provider may take for an answer, and how long an answer may be: of 10,000 groups, too. */
const DEADLINE_SECONDS = 10;
const MAX_BYTES = 4 * 2 ** 20;
/** How long the provider's metadata is used. */
const METADATA_MS = 3_600_000;
/** How long old metadata is used on after it could not be loaded again, until the next try. */
const STALE_MS = 60_000;
/** Oldest order to end sessions. */
const LOGOUT_SECONDS = 300;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** What a browser must bring back. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
}

type Client = typeof import('openid-client');

interface Discovered {
  readonly client: Client;
  readonly configuration: Configuration;
  readonly keys: ProviderKeys;
  readonly until: number;
}

export class IdentityProvider {
  readonly #settings: Config['signIn'];
  readonly #closing = new AbortController();
  #known: Discovered | undefined;
  #asking: Promise<Discovered> | undefined;
  /** The way of telling the secret that the provider has accepted. */
  #way: 'basic' | 'post' | undefined;

  constructor(settings: Config['signIn']) {
    this.#settings = settings;
  }

  /** Begins a sign-in: returns where the browser goes, and what it must bring back. */
  async begin(redirectUri: string): Promise<{ readonly location: URL; readonly flow: Flow }> {
    const { client, configuration } = await this.#discovered();
    const flow = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      redirectUri,
    };
    const location = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: [...new Set(['openid', ...this.#settings.scopes])].join(' '),
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: 'S256',
    });
    return { location, flow };
  }

  /** Ends a sign-in with the query that the provider sent the browser back with. */
  async finish(query: string, flow: Flow): Promise<Person> {
    const known = await this.#discovered();
    return await sortingFaults(async () => {
      const tokens = await this.#redeem(known, new URL(`${flow.redirectUri}?${query}`), flow);
      // The client doesn't check it, because the token came from the provider itself.
      const idToken = await known.keys.verify(tokens.id_token ?? '', { maySoon: true });
      if (!isGivenWith(tokens.access_token, idToken))
        throw new SignInRefused('the ID token is of another access token (at_hash)');
      const claims: Claims = idToken.payload;
      if (claims['azp'] !== undefined && claims['azp'] !== this.#settings.clientId)
        throw new SignInRefused('the ID token is for another client (azp)');
      const more = await this.#moreClaims(known, tokens.access_token, claims);
      return personOf([claims, more], this.#settings);
    });
  }

  /** Returns the mark of the sessions that an order of the provider ends. */
  async readLogoutToken(token: string): Promise<string> {
    const known = await this.#discovered();
    const issuer = known.configuration.serverMetadata().issuer;
    return await sortingFaults(async () => {
      const { payload } = await known.keys.verify(token, {
        ...{ issuer, audience: this.#settings.clientId ?? '' },
        ...{ maxTokenAge: LOGOUT_SECONDS, maySoon: false },
      });
      const { events, nonce, sid, sub }: Claims = payload;
      const isOrder =
        typeof events === 'object' && events !== null && Object.hasOwn(events, LOGOUT_EVENT) && nonce === undefined;
      if (!isOrder) throw new SignInRefused('the token is no order to end sessions');
      if (typeof sid === 'string' && sid !== '') return markOf('sid', sid);
      if (typeof sub === 'string' && sub !== '') return markOf('sub', sub);
      throw new SignInRefused('the order names no session');
    });
  }

  /** Returns where the browser ends the session at the provider; undefined if the provider has no such address. */
  async endAddress(returnTo: string): Promise<URL | undefined> {
    const { client, configuration } = await this.#discovered();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo });
  }

  /** Returns what the provider says of itself, for `abs doctor`. */
  async describe() {
    const { configuration, keys } = await this.#discovered();
    await sortingFaults(() => keys.reload());
    return configuration.serverMetadata();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new Error('the service is stopping'));
  }

  async #discovered(): Promise<Discovered> {
    const known = this.#known;
    if (known && performance.now() < known.until) return known;
    this.#asking ??= this.#discover().finally(() => {
      this.#asking = undefined;
    });
    try {
      this.#known = await this.#asking;
      return this.#known;
    } catch (error) {
      if (!known) throw new ProviderUnavailable('the provider does not say where people sign in', { cause: error });
      this.#known = { ...known, until: performance.now() + STALE_MS };
      return known;
    }
  }

  async #discover(): Promise<Discovered> {
    const { issuer, clientId } = this.#settings;
    // Few services need it, and each thread would load it.
    const client = await import('openid-client');
    const server = new URL(issuer ?? '');
    const configuration = await client.discovery(
      ...([server, clientId ?? '', { [client.clockTolerance]: LEEWAY_SECONDS }] as const),
      this.#authentication(client, this.#way ?? 'basic'),
      {
        [client.customFetch]: this.#fetch,
        timeout: DEADLINE_SECONDS,
        execute: server.protocol === 'http:' ? [client.allowInsecureRequests] : [],
      },
    );
    const { jwks_uri, authorization_endpoint, end_session_endpoint } = configuration.serverMetadata();
    if (jwks_uri === undefined) throw new Error('the provider names no keys');
    // The client itself checks the others.
    const addresses = [jwks_uri, authorization_endpoint, end_session_endpoint];
    if (server.protocol === 'https:' && !addresses.every((each = 'https:') => each.startsWith('https:')))
      throw new Error('the provider names addresses without TLS');
    const keys = new ProviderKeys(new URL(jwks_uri), { fetch: this.#fetch, deadlineSeconds: DEADLINE_SECONDS });
    return { client, configuration, keys, until: performance.now() + METADATA_MS };
  }

  #authentication(client: Client, way: 'basic' | 'post') {
    const secret = this.#settings.clientSecretFile?.text;
    if (secret === undefined) return client.None();
    return way === 'basic' ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
  }

  /** Exchanges the code. With a secret in the wrong form, the provider refuses before it uses up the code, so the other is tried. */
  async #redeem({ client, configuration }: Discovered, url: URL, { state, nonce, verifier }: Flow) {
    const methods = configuration.serverMetadata().token_endpoint_auth_methods_supported;
    const hasPost = methods?.includes('client_secret_post') ?? false;
    const hasBasic = methods?.includes('client_secret_basic') ?? true;
    const redeemBy = async (way: 'basic' | 'post') => {
      const own = new client.Configuration(
        ...([configuration.serverMetadata(), configuration.clientMetadata().client_id] as const),
        { [client.clockTolerance]: LEEWAY_SECONDS },
        this.#authentication(client, way),
      );
      own[client.customFetch] = this.#fetch;
      own.timeout = DEADLINE_SECONDS;
      if (new URL(this.#settings.issuer ?? '').protocol === 'http:') client.allowInsecureRequests(own);
      const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true };
      const tokens = await client.authorizationCodeGrant(own, url, checks);
      this.#way = way;
      return tokens;
    };
    const first = this.#way ?? (hasBasic ? 'basic' : 'post');
    try {
      return await redeemBy(first);
    } catch (error) {
      if (codeOf(error) !== 'invalid_client' || !hasPost || !hasBasic) throw error;
      return await redeemBy(first === 'basic' ? 'post' : 'basic');
    }
  }

  /** Asks for claims that the ID token lacks. */
  async #moreClaims({ client, configuration }: Discovered, accessToken: string, claims: Claims): Promise<Claims> {
    const { userClaim, groupsClaim, groups } = this.#settings;
    const needed = [
      ...(userClaim === 'email' ? ['email', 'email_verified'] : [userClaim]),
      ...(groupsClaim === null || groups.size === 0 ? [] : [groupsClaim]),
    ];
    const isComplete = [...needed, 'name'].every((name) => Object.hasOwn(claims, name));
    if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return {};
    try {
      return await client.fetchUserInfo(configuration, accessToken, String(claims['sub']));
    } catch (error) {
      // A page without a name is no reason to refuse anybody.
      if (needed.every((name) => Object.hasOwn(claims, name))) return {};
      throw error;
    }
  }

  /** Refuses what no provider needs: slow and endless answers. */
  readonly #fetch = async (url: string, init: object): Promise<Response> => {
    const limit = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(DEADLINE_SECONDS * 1000)]);
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: limit });
      const body = await readUpTo(response.body ?? [], MAX_BYTES);
      if (body === undefined) throw new Error(`its answer is longer than ${MAX_BYTES} bytes`);
      const { status, headers } = response;
      const isRedirect = status >= 300 && status < 400;
      if (isRedirect || status >= 500 || status === 429) throw new Error(`it answers ${status}`);
      return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers });
    } catch (cause) {
      throw new ProviderUnavailable('the provider does not answer', { cause });
    }
  };
}
