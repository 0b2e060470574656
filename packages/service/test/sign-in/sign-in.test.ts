/** Signing in with a provider over real sockets: who gets a session, what it opens, and how it ends (extensions E6). */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, mock, test } from 'node:test';
import { IdentityProvider } from '../../src/auth/identity-provider.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { RunningApp } from '../support/app.ts';
import { CookieJar } from '../support/cookie-jar.ts';
import {
  ACCESS_TOKEN,
  CLIENT,
  OTHER_KEY,
  startLyingProvider,
  startRealProvider,
} from '../support/identity-providers.ts';
import { RSA_PEM } from '../support/issuer.ts';
import { NOW } from '../support/sample.ts';
import { giveLogin, signInSettings, startWithSignIn } from '../support/with-sign-in.ts';

interface Envelope {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly code?: string;
}

const SAME = { headers: { 'sec-fetch-site': 'same-origin' } };
const SESSION = '__Host-abs-session';

type LyingProvider = Awaited<ReturnType<typeof startLyingProvider>>;

/** Begins a sign-in, and returns the address of the callback. */
async function begin(app: RunningApp, provider: LyingProvider, jar: CookieJar, query = ''): Promise<string> {
  const begun = await jar.fetch(`${app.url}/sign-in${query}`);
  assert.equal(begun.status, 302);
  return `${app.url}/sign-in/callback?${provider.callback(begun.headers.get('location') ?? '')}`;
}

/** Signs in, and returns the browser and the last answer. */
async function enter(app: RunningApp, provider: LyingProvider, query = '') {
  const jar = new CookieJar();
  const answer = await jar.fetch(await begin(app, provider, jar, query));
  return { jar, answer };
}

/** The cookie of the session alone. */
function sessionIn(app: RunningApp, jar: CookieJar): string {
  return (
    jar
      .for(app.url)
      .split('; ')
      .find((each) => each.startsWith(`${SESSION}=`)) ?? ''
  );
}

async function ask(app: RunningApp, path: string, init?: RequestInit): Promise<Envelope> {
  return (await (await fetch(app.url + path, init)).json()) as Envelope;
}

/** The ID of the user that a request with this cookie acts as; its status where it is refused. */
async function userOf(
  app: RunningApp,
  cookie: string,
  more = '',
  headers: Record<string, string> = {},
): Promise<unknown> {
  const { status, data } = await ask(app, `/node.do?about=true${more}`, { headers: { cookie, ...headers } });
  return status === 200 ? data['userId'] : status;
}

/** What an ID token says of the access token that came with it. */
const atHash = (token: string) => hash('sha256', token, 'buffer').subarray(0, 16).toString('base64url');

describe('with a real provider', () => {
  let app: RunningApp;
  let provider: Awaited<ReturnType<typeof startRealProvider>>;
  before(async () => {
    const accounts = {
      ada: { name: 'Ada L.' },
      editor: { groups: ['dam-editors', 'others'] },
      nobody: { groups: ['others'] },
    };
    provider = await startRealProvider({ accounts });
    app = await startWithSignIn(provider.issuer, { own: { scopes: 'openid profile groups' } });
    provider.serve(app.url);
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  async function signIn(account: string, query = '') {
    provider.state.account = account;
    const jar = new CookieJar();
    const { address, response } = await jar.follow(`${app.url}/sign-in${query}`);
    return { jar, address, response };
  }

  test('a user with the login acts as this user, and returns to where the sign-in began', async () => {
    const { jar, address, response } = await signIn('ada', '?return=/?asset=1005');
    assert.deepEqual([response?.status, address], [200, `${app.url}/?asset=1005`]);
    assert.match((await response?.text()) ?? '', /"signIn":\{"name":"Ada",/);
    assert.equal(await userOf(app, sessionIn(app, jar)), 2);
    assert.equal(await userOf(app, ''), 1);
    assert.equal((await ask(app, '/asset.do?details=1005', { headers: { cookie: sessionIn(app, jar) } })).status, 200);
    const [written = ''] = jar.written.filter((each) => each.startsWith(SESSION));
    assert.match(written, /; Path=\/; Max-Age=43200; HttpOnly; Secure; SameSite=Lax$/);
    assert.ok(written.length <= 4096);
  });

  test('somebody in a mapped group is no user, and somebody in none is refused with a page', async () => {
    const { jar } = await signIn('editor');
    assert.equal(await userOf(app, sessionIn(app, jar)), 0);
    const refused = await signIn('nobody');
    assert.equal(refused.response?.status, 403);
    assert.match(refused.response?.headers.get('content-type') ?? '', /^text\/html/);
    assert.equal(sessionIn(app, refused.jar), '');
  });

  test('signing out ends every copy of the session, here and at the provider', async () => {
    const { jar } = await signIn('ada');
    const copy = sessionIn(app, jar);
    const answer = await jar.fetch(`${app.url}/sign-out`, SAME);
    const to = new URL(answer.headers.get('location') ?? '');
    assert.deepEqual([answer.status, to.origin, to.pathname], [302, provider.issuer, '/session/end']);
    assert.equal(to.searchParams.get('client_id'), CLIENT);
    assert.equal(to.searchParams.get('post_logout_redirect_uri'), `${app.url}/`);
    assert.equal(sessionIn(app, jar), '');
    assert.equal(await userOf(app, copy), 1);
  });

  test('the provider ends the session of one browser', async () => {
    const [here, there] = [await signIn('ada'), await signIn('ada')];
    const { response } = await here.jar.follow(`${provider.issuer}/session/end`);
    const page = (await response?.text()) ?? '';
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    const ended = await here.jar.fetch(`${provider.issuer}/session/end/confirm`, { method: 'POST', body });
    assert.ok(ended.status < 400, String(ended.status));
    assert.equal(await userOf(app, sessionIn(app, here.jar)), 1);
    assert.equal(await userOf(app, sessionIn(app, there.jar)), 2);
  });
});

describe('with a provider that lies', () => {
  let app: RunningApp;
  let provider: LyingProvider;
  let now = NOW;
  before(async () => {
    provider = await startLyingProvider();
    const more = { ABS_SIGN_KEYS: '[]', ABS_TOKEN_VERIFIER: 'none', ABS_PIN_PARENT_NODE: '1' };
    app = await startWithSignIn(provider.issuer, { more, haste: { clock: () => now } });
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    await provider[Symbol.asyncDispose]();
  });

  /** What is wrong, the status of the callback, and whether somebody is signed in afterwards. */
  const lies: readonly (readonly [what: string, lie: Parameters<LyingProvider['lie']>[0], status: number])[] = [
    ['nothing', {}, 302],
    ['the issuer', { claims: { iss: 'https://other.example' } }, 403],
    ['the audience', { claims: { aud: 'other' } }, 403],
    ['several audiences and no party', { claims: { aud: [CLIENT, 'other'] } }, 403],
    ['the party', { claims: { azp: 'other' } }, 403],
    ['the party of several audiences', { claims: { aud: [CLIENT, 'other'], azp: 'other' } }, 403],
    ['nothing, with our party', { claims: { aud: [CLIENT, 'other'], azp: CLIENT } }, 302],
    ['the nonce', { claims: { nonce: 'other' } }, 403],
    ['no nonce', { claims: { nonce: undefined } }, 403],
    ['the time', { claims: { exp: 1_700_000_000 } }, 403],
    ['no time', { claims: { exp: undefined } }, 403],
    ['no subject', { claims: { sub: undefined } }, 403],
    ['no signature', { header: { alg: 'none' }, key: '' }, 403],
    ['a signature with the public key', { header: { alg: 'HS256', kid: 'rsa' }, key: RSA_PEM }, 403],
    ['the access token', { claims: { at_hash: atHash('other') } }, 403],
    ['nothing, with its access token', { claims: { at_hash: atHash(ACCESS_TOKEN) } }, 302],
    ['a key of somebody else', { key: OTHER_KEY.key }, 403],
    ['nothing, with new keys', OTHER_KEY, 302],
    [
      'nothing, with another key of the same name',
      {
        ...OTHER_KEY,
        keys: OTHER_KEY.keys.map((key) => ({ ...key, kid: 'rsa' })),
        header: { alg: 'RS256', kid: 'rsa' },
      },
      302,
    ],
    ['no groups of a person who is no user', { claims: { sub: 'eve' }, userinfo: { sub: 'eve' } }, 403],
    ['groups that are no list', { claims: { sub: 'eve', groups: { 'dam-editors': true } } }, 403],
    [
      'nothing, with 10,000 groups',
      {
        claims: { sub: 'eve', groups: [...Array.from({ length: 9_999 }, (_, each) => `group ${each}`), 'dam-editors'] },
      },
      302,
    ],
    [
      'the subject of its other answer',
      { claims: { name: undefined, groups: undefined }, userinfo: { sub: 'eve', groups: ['dam-editors'] } },
      403,
    ],
    ['the code', { tokenStatus: 400 }, 403],
    ['our secret', { tokenStatus: 401, tokenError: 'invalid_client' }, 503],
    ['its health', { tokenStatus: 502 }, 503],
    ['where its token address leads', { tokenStatus: 307 }, 503],
    ['what its keys are', { ...OTHER_KEY, keys: [[] as never] }, 503],
  ];
  for (const [what, lie, status] of lies) {
    test(`a sign-in in which ${what} is wrong is answered with ${status}`, async () => {
      provider.lie({});
      const jar = new CookieJar();
      const callback = await begin(app, provider, jar);
      provider.lie(lie);
      const answer = await jar.fetch(callback);
      assert.equal(answer.status, status, await answer.text());
      assert.equal(sessionIn(app, jar) !== '', status === 302);
      if (status !== 302) assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    });
  }

  test('a callback counts once, in the browser that began it, with everything that the provider sent', async () => {
    provider.lie({});
    const jar = new CookieJar();
    const callback = await begin(app, provider, jar);
    const [query = '', other] = [callback.split('?')[1], await begin(app, provider, new CookieJar())];
    const wrong: readonly (readonly [CookieJar, string, number])[] = [
      [new CookieJar(), callback, 400],
      [jar, `${app.url}/sign-in/callback`, 400],
      [jar, callback.replace(/&state=[^&]+/, ''), 400],
      [jar, callback.replace(/&state=[^&]+/, '$&x'), 400],
      [jar, `${callback}&state=x`, 400],
      [jar, other, 400],
      // Mixed up with another provider (RFC 9207).
      [jar, callback.replace(/&iss=.*/, '&iss=https%3A%2F%2Fother.example'), 403],
      [jar, callback.replace(/&iss=.*/, ''), 403],
      [jar, callback.replace(/code=[^&]+/, 'code=x'), 403],
    ];
    for (const [browser, address, status] of wrong)
      assert.equal((await browser.fetch(address)).status, status, address);
    const cookie = jar.for(app.url);
    const answer = await jar.fetch(`${app.url}/sign-in/callback?${query}`);
    assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/']);
    // The code is used up, whoever has the cookie.
    assert.equal((await fetch(callback, { headers: { cookie } })).status, 403);
    assert.equal((await jar.fetch(callback)).status, 400);
  });

  test('a sign-in that is cancelled at the provider says so, leads to another, and is over', async () => {
    provider.lie({});
    const jar = new CookieJar();
    const callback = await begin(app, provider, jar, '?return=/picker');
    const answer = await jar.fetch(callback.replace(/code=[^&]+/, 'error=access_denied'));
    const page = await answer.text();
    assert.equal(answer.status, 403);
    assert.match(page, /Signing in was cancelled.*href="\.\.\/sign-in\?return=%2Fpicker">Sign in again</s);
    assert.equal((await jar.fetch(callback)).status, 400);
  });

  test('sign-ins that nobody completes do not fill the cookies of a browser, and several at once can be completed', async () => {
    provider.lie({});
    const jar = new CookieJar();
    const before = await begin(app, provider, jar);
    const page = `/${'a'.repeat(1990)}`;
    for (let times = 0; times < 5; times++) await begin(app, provider, jar, `?return=${page}`);
    assert.equal((await jar.fetch(before)).status, 302);
    for (let times = 0; times < 50; times++) {
      await begin(app, provider, jar, `?return=${page}`);
      assert.ok(jar.for(app.url).length < 40_000);
    }
    assert.equal((await jar.fetch(await begin(app, provider, jar))).status, 302);
  });

  test('a path below that is not there is a page, and an address to return to stands once', async () => {
    for (const [path, status] of [
      ['/sign-in/nope', 404],
      ['/sign-out/nope/deep', 404],
      ['/sign-in?return=/a&return=/b', 400],
    ] as const) {
      const answer = await fetch(app.url + path, { redirect: 'manual' });
      assert.equal(answer.status, status, path);
      assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(answer.headers.get('vary') ?? '', /\bCookie\b/);
    }
  });

  test('what a sign-in sends is checked by the provider: PKCE, state, nonce and scopes', async () => {
    provider.lie({});
    const first = new URL((await fetch(`${app.url}/sign-in`, { redirect: 'manual' })).headers.get('location') ?? '');
    const asked = Object.fromEntries(first.searchParams);
    assert.equal(first.pathname, '/authorize');
    assert.deepEqual(
      [asked['response_type'], asked['client_id'], asked['code_challenge_method'], asked['scope']],
      ['code', CLIENT, 'S256', 'openid profile email'],
    );
    assert.equal(asked['redirect_uri'], `${app.url}/sign-in/callback`);
    assert.ok([asked['state'], asked['nonce'], asked['code_challenge']].every((each = '') => each.length >= 43));
    provider.asked.length = 0;
    await enter(app, provider);
    assert.match(provider.asked.join('\n'), /POST \/token .*code_verifier=[\w-]{43}/);
  });

  test('no sign-in returns to another site', async () => {
    provider.lie({});
    const returns: Readonly<Record<string, string>> = {
      '/?asset=1': '/?asset=1',
      '/docs/a b#c': '/docs/a%20b#c',
      '/?token=s3cr3t&asset=1&x=%20&to%6Ben=s3cr3t#y&signature=s3cr3t': '/?asset=1&x=%20#y',
      '/?token=s3cr3t#token=s3cr3t': '/',
      ...Object.fromEntries(
        [
          ...['//evil.example', '/\\evil.example', '\\evil.example', 'https://evil.example', '/\t/evil.example'],
          ...['/..//evil.example', '/%2e%2e//evil.example', '', 'a'],
          ...['/sign-out', '/sign-in', '/sign-in/callback?x', '/\nx'],
          ' /a',
          `/${'a'.repeat(3000)}`,
          // Written with nine characters each.
          `/#q=${'漢'.repeat(300)}`,
        ].map((each) => [each, '/']),
      ),
    };
    for (const [given, expected] of Object.entries(returns)) {
      const { answer } = await enter(app, provider, `?return=${encodeURIComponent(given)}`);
      assert.equal(answer.headers.get('location'), expected, JSON.stringify(given));
    }
  });

  test('a provider that is away is a page with 503 and no reason to stay signed in', async () => {
    provider.lie({});
    const { jar } = await enter(app, provider);
    const callback = await begin(app, provider, jar);
    await provider[Symbol.asyncDispose]();
    assert.equal((await jar.fetch(callback)).status, 503);
    const copy = sessionIn(app, jar);
    assert.equal(await userOf(app, copy), 2);
    await jar.fetch(`${app.url}/sign-out`, SAME);
    assert.equal(await userOf(app, copy), 1);
    await provider.start();
  });

  test('cookies that are cut, changed, doubled, of another kind or too old are none', async () => {
    provider.lie({});
    const { jar } = await enter(app, provider);
    const cookie = sessionIn(app, jar);
    const value = cookie.slice(SESSION.length + 1);
    const flow = new CookieJar();
    await begin(app, provider, flow);
    const [, sealed = ''] = /=([^;]+)/.exec(flow.for(app.url)) ?? [];
    const wrong = [
      ...[cookie.slice(0, -1), cookie.slice(0, 40), `${SESSION}=`, `${cookie}x`, `${cookie}=`],
      cookie.replace('k1.', 'k2.'),
      `${SESSION}=${value.slice(0, 20)}${value[20] === 'A' ? 'B' : 'A'}${value.slice(21)}`,
      ...[`${cookie}; ${cookie}`, `${cookie}; ${SESSION}=x`, `${SESSION}=${sealed}`, `abs-session=${value}`],
      ...[`${SESSION}=${'x'.repeat(9000)}`, `${SESSION}=%`, `x${cookie}`],
    ];
    for (const each of wrong) assert.equal(await userOf(app, each), 1, each);
    assert.equal(await userOf(app, `a=b; ${cookie};c`), 2);
    now += 12 * 3_600_000 - 1;
    assert.equal(await userOf(app, cookie), 2);
    now += 1;
    assert.equal(await userOf(app, cookie), 1);
  });

  test('a cookie is nothing for another service, with the same keys too', async () => {
    provider.lie({});
    const { jar } = await enter(app, provider);
    await using other = await startWithSignIn(provider.issuer);
    assert.equal(await userOf(other, sessionIn(app, jar)), 1);
    await using client = await startWithSignIn(provider.issuer, { own: { client_id: 'other' } });
    assert.equal(await userOf(client, sessionIn(app, jar)), 1);
  });

  test('the groups of a user are those of the catalogue at each request, and a user without the login is gone', async () => {
    provider.lie({});
    const { jar } = await enter(app, provider);
    const cookie = sessionIn(app, jar);
    await giveLogin(app.data, 'other');
    assert.equal(await userOf(app, cookie), 401);
    await giveLogin(app.data, 'ada');
    assert.equal(await userOf(app, cookie), 2);
  });

  test('orders of the provider end sessions: of a session, of a person until now; anything else is refused', async () => {
    const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const send = async (token: string, init: RequestInit = {}) => {
      const body = new URLSearchParams({ logout_token: token });
      const answer = await fetch(`${app.url}/sign-in/ended`, { method: 'POST', body, ...init });
      return answer.status;
    };
    const signedIn = async (sid?: string) => {
      provider.lie({ claims: sid === undefined ? {} : { sid } });
      const { jar } = await enter(app, provider);
      provider.lie({});
      return sessionIn(app, jar);
    };
    const [first, second, third] = [await signedIn('s1'), await signedIn('s2'), await signedIn()];
    provider.lie({});
    const order = { sid: 's1', events: event, jti: 'x' };
    const old = Math.floor(Date.now() / 1000) - 3600;
    const wrong = [
      { ...order, nonce: 'x' },
      { ...order, events: {} },
      { ...order, events: undefined },
      { ...order, sid: undefined, sub: undefined },
      { ...order, aud: 'other' },
      { ...order, iss: 'https://other.example' },
      { ...order, iat: old },
      { ...order, exp: old },
      { ...order, iat: undefined },
    ];
    for (const claims of wrong) assert.equal(await send(provider.sign(claims)), 400, JSON.stringify(claims));
    assert.equal(await send(provider.sign(order, { alg: 'none' })), 400);
    assert.equal(await send('x'.repeat(70_000)), 413);
    for (const body of ['', 'logout_token=a&logout_token=b', '{}'])
      assert.equal(await send('', { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }), 400);
    assert.equal(await send(provider.sign(order), { headers: { 'content-type': 'text/plain' } }), 400);
    assert.equal((await fetch(`${app.url}/sign-in/ended`)).status, 405);
    assert.equal(await userOf(app, first), 2);
    assert.equal(await send(provider.sign(order)), 200);
    assert.deepEqual([await userOf(app, first), await userOf(app, second), await userOf(app, third)], [1, 2, 2]);
    assert.equal(await send(provider.sign({ sub: 'ada', events: event })), 200);
    assert.deepEqual([await userOf(app, second), await userOf(app, third)], [1, 1]);
    now += 1;
    assert.equal(await userOf(app, await signedIn('s1')), 2);
  });

  test('what changes something needs a request of this origin, and nothing else does', async () => {
    provider.lie({});
    const { jar } = await enter(app, provider);
    const cookie = sessionIn(app, jar);
    const made = async () =>
      (await ask(app, '/pin.do?list=true', { headers: { cookie } })).data as unknown as unknown[];
    const before = (await made()).length;
    const refused: Readonly<Record<string, string>>[] = [
      ...['cross-site', 'same-site', 'none', ''].map((site) => ({ 'sec-fetch-site': site })),
      ...['https://evil.example', 'null', 'http://127.0.0.1', `${app.url}.evil.example`].map((origin) => ({ origin })),
      ...['https://evil.example/', 'x', `https://evil.example/?${app.url}`].map((referer) => ({ referer })),
      { origin: 'https://evil.example', referer: `${app.url}/` },
      { 'sec-fetch-site': 'cross-site', origin: app.url },
      {},
    ];
    const writes = [
      ...['/pin.do?create=1001', '/review.do?post=1001&rating=5', '/pin.do?revoke=x'],
      ...['/node.do?about=true&flush=true', '/iiif/image/3/1001/info.json?flush=true'],
    ];
    for (const headers of refused) {
      for (const path of writes) {
        const { status, code } = await ask(app, path, { headers: { cookie, ...headers } });
        assert.deepEqual([status, code], [403, 'cross_site'], `${path} ${JSON.stringify(headers)}`);
      }
      const out = await fetch(`${app.url}/sign-out`, { headers: { cookie, ...headers }, redirect: 'manual' });
      assert.equal(out.status, 403);
      assert.match(out.headers.get('content-type') ?? '', /^text\/html/);
    }
    assert.equal((await made()).length, before);
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: app.url }, { referer: `${app.url}/?a` }])
      assert.equal((await ask(app, '/node.do?about=true&flush=true', { headers: { cookie, ...headers } })).status, 200);
    assert.equal(await userOf(app, cookie, '', { 'sec-fetch-site': 'cross-site' }), 2);
    // Without a session, whoever sends it.
    assert.equal(
      (await ask(app, '/node.do?about=true&flush=true', { headers: { 'sec-fetch-site': 'cross-site' } })).status,
      200,
    );
  });

  test('with a callback a cookie never counts', async () => {
    provider.lie({});
    const { jar } = await enter(app, provider);
    const text = await (
      await fetch(`${app.url}/node.do?about=true&callback=f`, { headers: { cookie: sessionIn(app, jar) } })
    ).text();
    assert.match(text, /"userId":1\b/);
  });

  test('answers to a session are for it alone, and all JSON and pages vary by cookie', async () => {
    provider.lie({});
    const { jar } = await enter(app, provider);
    const cookie = sessionIn(app, jar);
    for (const path of [
      ...['/node.do?about=true', '/asset.do?details=1001', '/', '/node.do?about=true&x', '/asset.do?details=999999'],
      ...['/iiif/image/3/1001/info.json'],
    ]) {
      for (let round = 0; round < 2; round += 1) {
        const [own, any] = [await fetch(app.url + path, { headers: { cookie } }), await fetch(app.url + path)];
        for (const { headers } of [own, any]) {
          assert.match(headers.get('vary') ?? '', /\bCookie\b/, path);
          assert.equal(headers.get('access-control-allow-credentials'), null);
        }
        assert.match(own.headers.get('cache-control') ?? '', /^(?:private|no-store)/, path);
        assert.doesNotMatch(any.headers.get('cache-control') ?? '', /private/, path);
      }
    }
    const picture = await fetch(`${app.url}/asset.do?thumb=1001`, { headers: { cookie } });
    assert.match(picture.headers.get('cache-control') ?? '', /^private/);
  });

  test('secrets are in no log', async () => {
    const logged = app.log.join('\n');
    assert.match(logged, /sign-in\/callback/);
    assert.doesNotMatch(logged, /s3cr3t|code_verifier|eyJ|k1\./);
  });
});

test('a provider with TLS leads nobody, and no question for keys, to where there is none', async () => {
  const issuer = 'https://id.example';
  const told = { issuer, token_endpoint: `${issuer}/token`, subject_types_supported: ['public'] };
  const addresses = ['jwks_uri', 'authorization_endpoint', 'end_session_endpoint'];
  const { signIn } = loadConfig({ options: {}, environment: await signInSettings(issuer), directory: '.' });
  for (const wrong of [undefined, ...addresses]) {
    const own = addresses.map((name) => [name, `${name === wrong ? 'http' : 'https'}://id.example/${name}`]);
    mock.method(globalThis, 'fetch', async () => Response.json({ ...told, ...Object.fromEntries(own) }));
    await using provider = new IdentityProvider(signIn);
    const begun = provider.begin('https://media.example/sign-in/callback').then(
      ({ location }) => location.origin,
      (error: Error) => error.name,
    );
    assert.equal(await begun, wrong === undefined ? issuer : 'ProviderUnavailable', `${wrong}`);
    mock.restoreAll();
  }
});
