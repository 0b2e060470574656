/** Providers with which people sign in: a real one, and one that lies as a test says. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';
import { type Algorithm, issue, OTHER_RSA_JWK, OTHER_RSA_PRIVATE, RSA_JWK, RSA_PRIVATE } from './issuer.ts';

type Json = Readonly<Record<string, unknown>>;

export const CLIENT = 'abs';
export const CLIENT_SECRET = 's3cr3t-of-the-client';
export const ACCESS_TOKEN = 's3cr3t-access';

async function listen(server: Server, port = 0): Promise<string> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** `oidc-provider`, at which everybody is `account` without being asked. */
export async function startRealProvider(options: {
  /** Claims by account. */
  readonly accounts: Readonly<Record<string, Json>>;
  readonly client?: Json;
}) {
  let handle: RequestListener = () => {};
  const server = createServer((request, response) => handle(request, response));
  const issuer = await listen(server);
  const state = { account: Object.keys(options.accounts)[0] ?? '' };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let app = '';

  function open(): void {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT,
          client_secret: CLIENT_SECRET,
          redirect_uris: [`${app}/sign-in/callback`],
          post_logout_redirect_uris: [`${app}/`],
          backchannel_logout_uri: `${app}/sign-in/ended`,
          backchannel_logout_session_required: true,
          ...options.client,
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' }] },
      cookies: { keys: ['a key of the tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (ctx: { body: string }, form: string) => {
            ctx.body = form;
          },
        },
      },
      interactions: { url: () => '/interaction' },
      // The path of an interaction is its cookie's.
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, ...options.accounts[id] }),
      }),
      // The provider asks no machine of its own network otherwise.
      fetch: (address: string, init: RequestInit & { readonly dispatcher?: unknown }) =>
        fetch(address, { ...init, dispatcher: undefined } as RequestInit),
    });
    const callback = provider.callback();
    const interact = async (request: IncomingMessage, response: ServerResponse) => {
      const { prompt, params, session } = await provider.interactionDetails(request, response);
      if (prompt.name === 'login')
        return await provider.interactionFinished(request, response, { login: { accountId: state.account } });
      const grant = new provider.Grant({ accountId: session?.accountId, clientId: params['client_id'] });
      grant.addOIDCScope(String(params['scope']));
      return await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    };
    handle = (request, response) => {
      const isInteraction = request.url?.startsWith('/interaction') ?? false;
      void (isInteraction ? interact(request, response) : callback(request, response));
    };
  }

  return {
    issuer,
    state,
    /** Tells the provider where the service is. */
    serve(url: string): void {
      app = url;
      open();
    },
    [Symbol.asyncDispose]: () => close(server),
  };
}

/** What a lying provider says. */
interface Lies {
  /** Claims in place of those of the ID token. */
  claims: Json;
  header: Json & { readonly alg: Algorithm };
  key: KeyObject | string;
  keys: readonly Json[];
  metadata: Json;
  userinfo: Json;
  /** Status of the answers at `/token`, with an error. */
  tokenStatus: number;
  tokenError: string | undefined;
}

/** A provider with answers that a test can change. Codes are given by `callback`, and are good once. */
export async function startLyingProvider() {
  const truth = (): Lies => ({
    ...{ claims: {}, metadata: {}, userinfo: {}, tokenStatus: 200, tokenError: undefined },
    ...{ header: { alg: 'RS256', kid: 'rsa' } as const, key: RSA_PRIVATE, keys: [RSA_JWK] },
  });
  const provider = { ...truth(), asked: [] as string[] };
  const nonces = new Map<string, string>();
  let issuer = '';

  async function answer(request: IncomingMessage): Promise<Json> {
    const body = await text(request);
    provider.asked.push(`${request.method} ${request.url} ${body}`);
    if (request.url === '/jwks') return { keys: provider.keys };
    if (request.url === '/userinfo') return { sub: 'ada', ...provider.userinfo };
    if (request.url !== '/token')
      return {
        ...{
          issuer,
          jwks_uri: `${issuer}/jwks`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
        },
        ...{
          authorization_endpoint: `${issuer}/authorize`,
          id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
        },
        ...{ authorization_response_iss_parameter_supported: true, subject_types_supported: ['public'] },
        ...provider.metadata,
      };
    const code = new URLSearchParams(body).get('code') ?? '';
    const nonce = nonces.get(code);
    nonces.delete(code);
    if (provider.tokenError !== undefined) return { error: provider.tokenError };
    if (nonce === undefined) return { error: 'invalid_grant' };
    return { access_token: ACCESS_TOKEN, token_type: 'Bearer', expires_in: 60, id_token: sign({ nonce }) };
  }

  /** A token of this provider with usual claims. */
  function sign(claims: Json, header: Lies['header'] = provider.header): string {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: issuer, aud: CLIENT, sub: 'ada', iat: now, exp: now + 60, name: 'Ada L.', ...claims };
    return issue(header, { ...usual, ...provider.claims }, provider.key);
  }

  const server = createServer(async (request, response) => {
    const body = await answer(request);
    const status =
      request.url === '/token' && provider.tokenStatus !== 200 ? provider.tokenStatus : 'error' in body ? 400 : 200;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  issuer = await listen(server);
  return Object.assign(provider, {
    issuer,
    sign,
    /** Changes what it says from now on; everything else is true again. */
    lie: (lies: Partial<Lies>): void => void Object.assign(provider, truth(), lies),
    /** The query with which the provider sends a browser back that it got at `location`. */
    callback(location: string, code = `s3cr3t-code-${nonces.size}-${Math.floor(performance.now() * 1000)}`): string {
      const asked = new URL(location).searchParams;
      nonces.set(code, asked.get('nonce') ?? '');
      return `code=${code}&state=${asked.get('state')}&iss=${encodeURIComponent(issuer)}`;
    },
    stop: () => close(server),
    start: async () => void (await listen(server, Number(new URL(issuer).port))),
    [Symbol.asyncDispose]: () => close(server),
  });
}

export const OTHER_KEY = {
  key: OTHER_RSA_PRIVATE,
  keys: [OTHER_RSA_JWK],
  header: { alg: 'RS256', kid: 'other' } as const,
};
