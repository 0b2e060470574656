/** What a session may do beside tokens and signed addresses, and what is refused without one (extensions E6). */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openStorage } from '../../src/app/storage.ts';
import { type RunningApp, startNode } from '../support/app.ts';
import { CookieJar } from '../support/cookie-jar.ts';
import { startLyingProvider } from '../support/identity-providers.ts';
import { copySample, NOW } from '../support/sample.ts';
import { giveLogin, signInSettings, startWithSignIn } from '../support/with-sign-in.ts';

interface Envelope {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly code?: string;
}

const TOKEN = 's3cr3t-token';
const SAME = { 'sec-fetch-site': 'same-origin' };

type LyingProvider = Awaited<ReturnType<typeof startLyingProvider>>;
let provider: LyingProvider;
before(async () => {
  provider = await startLyingProvider();
});
after(async () => await provider[Symbol.asyncDispose]());

/** Signs in with these claims, and returns the header `Cookie`; '' if nobody is signed in. */
async function enter(url: string, claims: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const jar = new CookieJar();
  provider.lie({});
  const begun = await jar.fetch(`${url}/sign-in`);
  const callback = `${url}/sign-in/callback?${provider.callback(begun.headers.get('location') ?? '')}`;
  provider.lie({ claims });
  const answer = await jar.fetch(callback);
  provider.lie({});
  return answer.status === 302 ? jar.for(url) : '';
}

async function ask(url: string, path: string, headers: Record<string, string> = {}): Promise<Envelope> {
  return (await (await fetch(url + path, { headers })).json()) as Envelope;
}

const codeOf = async (url: string, path: string, headers: Record<string, string>) => {
  const { status, code } = await ask(url, path, headers);
  return `${status} ${code ?? ''}`;
};

async function withKey(): Promise<string> {
  const file = join(newFolder(), 'sign.key');
  await writeFile(file, 'k'.repeat(32));
  return JSON.stringify([{ id: 'a', secretFile: file }]);
}

/** Lets groups view and download the secret asset 1005. */
async function allowDownloads(data: string, groups: readonly number[]): Promise<void> {
  await using storage = await openStorage({ data });
  const access = groups.map((group) => ({ group, view: true, download: '*' as const }));
  const node = { id: 6, type: 101, parent: 1, name: 'Secret', position: 0, fields: new Map(), access };
  await storage.writer.change((changes) => changes.put('node', node));
}

describe('somebody who is no user', () => {
  let app: RunningApp;
  let cookie = '';
  before(async () => {
    const more = { ABS_SIGN_KEYS: await withKey(), ABS_PIN_PARENT_NODE: '1' };
    app = await startWithSignIn(provider.issuer, { more });
    cookie = await enter(app.url, { sub: 'eve', groups: ['dam-editors', 'unknown'] });
  });
  after(async () => await app[Symbol.asyncDispose]());

  test('sees what the groups may see, and gets addresses that are signed for them', async () => {
    assert.equal((await ask(app.url, '/asset.do?details=1005')).status, 404);
    const { data } = await ask(app.url, '/node.do?id=6&pictures=64', { cookie });
    const [entry] = data as unknown as { id: number; picture: { src: string } }[];
    assert.match(entry?.picture.src ?? '', /&user=0&groups=2&expires=\d+&key=a&signature=/);
    assert.equal((await fetch(entry?.picture.src ?? '')).status, 200);
    assert.equal((await fetch((entry?.picture.src ?? '').replace('groups=2', 'groups=1'))).status, 403);
  });

  test('writes nothing that needs a user, and makes PINs as nobody', async () => {
    const headers = { cookie, ...SAME };
    const refused = ['/review.do?post=1001&rating=5', '/pin.do?list=true', '/pin.do?revoke=ABC'];
    for (const path of refused) assert.equal(await codeOf(app.url, path, headers), '403 not_permitted', path);
    assert.equal((await ask(app.url, '/node.do?about=true', headers)).data['ownPins'], false);
    await allowDownloads(app.data, [2]);
    // The groups may download this one, and nobody may.
    assert.equal((await fetch(`${app.url}/asset.do?download=1005`, { headers })).status, 200);
    assert.equal((await ask(app.url, '/pin.do?create=1005', headers)).status, 400);
    await allowDownloads(app.data, [1, 2]);
    // This one may be shared by everybody, signed in or not.
    for (const own of [headers, {}]) {
      const { data } = await ask(app.url, '/pin.do?create=1005', own);
      const page = await fetch(`${app.url}/pin/${data['pin']}/download`);
      assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'image/png']);
    }
  });
});

test('a token wins over a session, and a signed address over both', async () => {
  const more = {
    ABS_SIGN_KEYS: await withKey(),
    ABS_TOKEN_VERIFIER: 'static',
    ABS_TOKEN_TOKENS: JSON.stringify([{ token: TOKEN, user: 1 }]),
  };
  await using app = await startWithSignIn(provider.issuer, { more });
  const cookie = await enter(app.url);
  const userOf = async (path: string, headers: Record<string, string>) =>
    (await ask(app.url, `/node.do?about=true${path}`, headers)).data?.['userId'] ?? 401;
  const authorization = `Bearer ${TOKEN}`;
  assert.equal(await userOf('', {}), 401);
  assert.equal(await userOf('', { cookie }), 2);
  assert.equal(await userOf('', { cookie, authorization }), 1);
  assert.equal(await userOf(`&token=${TOKEN}`, { cookie }), 1);
  assert.equal(await userOf('&token=wrong', { cookie }), 401);
  // With a token, the cookie is none that another site could use.
  const headers = { cookie, authorization, 'sec-fetch-site': 'cross-site' };
  assert.equal((await ask(app.url, '/node.do?about=true&flush=true', headers)).status, 200);
  const { data } = await ask(app.url, '/node.do?id=6&pictures=64', { cookie });
  const [entry] = data as unknown as { picture: { src: string } }[];
  assert.equal(
    (await fetch(entry?.picture.src ?? '', { headers: { authorization, cookie: 'abs-session=x' } })).status,
    200,
  );
});

describe('where everybody has to sign in', () => {
  let app: RunningApp;
  before(async () => {
    const more = { ABS_PICKER_ORIGINS: 'https://cms.example', ABS_PIN_PARENT_NODE: '1' };
    app = await startWithSignIn(provider.issuer, { own: { required: 'true' }, more });
  });
  after(async () => await app[Symbol.asyncDispose]());

  test('JSON is 401 without a session, and pages lead to the sign-in', async () => {
    for (const path of [
      '/node.do?about=true',
      '/asset.do?thumb=1001',
      '/pin.do?list=true',
      '/iiif/image/3/1001/info.json',
    ]) {
      assert.equal((await fetch(app.url + path)).status, 401, path);
      assert.equal((await fetch(app.url + path, { headers: { cookie: '__Host-abs-session=k1.x' } })).status, 401);
    }
    assert.match(await (await fetch(`${app.url}/node.do?about=true&callback=f`)).text(), /"status":401/);
    const pages: Readonly<Record<string, string>> = {
      '/': '/sign-in?return=%2F',
      '/?asset=1001&x=/': '/sign-in?return=%2F%3Fasset%3D1001%26x%3D%2F',
      '/picker': '/sign-in?return=%2Fpicker',
      // These name no token, so they lead on, but without what may be one.
      '/?token=s3cr3t&asset=1&token=s3cr3t': '/sign-in?return=%2F%3Fasset%3D1',
      '/?token[]=s3cr3t': '/sign-in?return=%2F',
      '/docs/guides/tokens': '/sign-in?return=%2Fdocs%2Fguides%2Ftokens',
      '/asset.do?play=1003': '/sign-in?return=%2Fasset.do%3Fplay%3D1003',
      '/asset.do?preview=1003&type=video': '/sign-in?return=%2Fasset.do%3Fpreview%3D1003%26type%3Dvideo',
    };
    for (const [path, location] of Object.entries(pages)) {
      const answer = await fetch(app.url + path, { redirect: 'manual' });
      assert.deepEqual([answer.status, answer.headers.get('location')], [302, location]);
      assert.deepEqual(
        ['cache-control', 'vary'].map((name) => answer.headers.get(name)),
        ['no-store', 'Cookie'],
      );
    }
    // In a frame of another site no provider shows its page.
    assert.equal(
      (await fetch(`${app.url}/picker`, { headers: { 'sec-fetch-dest': 'iframe' }, redirect: 'manual' })).status,
      200,
    );
    for (const headers of [{ 'sec-fetch-dest': 'iframe' }, { authorization: 'Bearer x' }])
      assert.equal((await fetch(`${app.url}/asset.do?play=1003`, { headers, redirect: 'manual' })).status, 401);
    for (const path of ['/health', '/elements/page.css', '/openapi.json'])
      assert.notEqual((await fetch(app.url + path, { redirect: 'manual' })).status, 302, path);
    assert.equal((await fetch(`${app.url}/pin/ABCDEFGHJKMN`, { redirect: 'manual' })).status, 404);
    const cookie = await enter(app.url);
    for (const [path, hasList] of [
      ['/', true],
      ['/picker', false],
    ] as const) {
      const answer = await fetch(app.url + path, { headers: { cookie }, redirect: 'manual' });
      assert.deepEqual([answer.status, (await answer.text()).includes('id="list"')], [200, hasList], path);
    }
    assert.equal((await ask(app.url, '/node.do?about=true', { cookie })).status, 200);
  });
});

test('where everybody has to sign in, somebody who is no user makes PINs only of what is under no rules', async () => {
  const more = { ABS_PIN_PARENT_NODE: '1' };
  await using app = await startWithSignIn(provider.issuer, { own: { required: 'true' }, more });
  const headers = { cookie: await enter(app.url, { sub: 'eve', groups: ['dam-editors'] }), ...SAME };
  await allowDownloads(app.data, [1, 2]);
  const statuses = [1001, 1005].map(async (id) => (await ask(app.url, `/pin.do?create=${id}`, headers)).status);
  assert.deepEqual(await Promise.all(statuses), [200, 400]);
});

test('on http://localhost a cookie is neither Secure nor bound to the host by its name', async () => {
  await using app = await startWithSignIn(provider.issuer);
  const cookie = await enter(app.url.replace('127.0.0.1', 'localhost'));
  assert.match(cookie, /^abs-session=/);
  const here = app.url.replace('127.0.0.1', 'localhost');
  assert.equal((await ask(here, '/node.do?about=true', { cookie })).data['userId'], 2);
  assert.equal((await ask(app.url, '/node.do?about=true', { cookie })).data['userId'], 1);
});

test('publicUrl is where the provider sends people back to, and whose pages may change something', async () => {
  const more = { ABS_PUBLIC_URL: 'https://media.example' };
  await using app = await startWithSignIn(provider.issuer, { more });
  provider.lie({});
  const begun = await fetch(`${app.url}/sign-in`, { redirect: 'manual' });
  const sent = new URL(begun.headers.get('location') ?? '').searchParams.get('redirect_uri');
  assert.equal(sent, 'https://media.example/sign-in/callback');
  const cookie = await enter(app.url);
  const flush = (origin: string) => ask(app.url, '/node.do?about=true&flush=true', { cookie, origin });
  assert.equal((await flush('https://media.example')).status, 200);
  assert.equal((await flush('https://media.example.evil.example')).status, 403);
});

test('an e-mail address counts if the provider has verified it', async () => {
  await using app = await startWithSignIn(provider.issuer, { own: { user_claim: 'email', groups: '{}' } });
  await giveLogin(app.data, 'ada@example.org');
  const email = 'ada@example.org';
  const claims: readonly (readonly [object, boolean])[] = [
    [{ email, email_verified: true }, true],
    [{ email }, false],
    [{ email, email_verified: false }, false],
    [{ email, email_verified: 'true' }, false],
    [{ email: 'Ada@example.org', email_verified: true }, false],
    [{ email: ' ada@example.org', email_verified: true }, false],
    [{ sub: email, email: 'x@example.org', email_verified: true }, false],
    [{ email: [email], email_verified: true }, false],
  ];
  for (const [given, isUser] of claims)
    assert.equal((await enter(app.url, { ...given })) !== '', isUser, JSON.stringify(given));
});

test('of several users with a login none is meant', async () => {
  await using app = await startWithSignIn(provider.issuer, { own: { groups: '{}' } });
  assert.notEqual(await enter(app.url), '');
  await using storage = await openStorage({ data: app.data });
  await storage.writer.change((changes) =>
    changes.put('user', { id: 3, name: 'Eve', groups: [2], isService: false, login: 'ada' }),
  );
  assert.equal(await enter(app.url), '');
});

test('groups that a cookie can not hold are refused, and hundreds fit', async () => {
  const mapped = (count: number, least: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, each) => [`g${each}`, least + each * 1000])));
  const groups = Array.from({ length: 900 }, (_, each) => `g${each}`);
  for (const [count, isIn] of [
    [400, true],
    [900, false],
  ] as const) {
    await using app = await startWithSignIn(provider.issuer, { own: { groups: mapped(count, 5) } });
    const cookie = await enter(app.url, { sub: 'eve', groups });
    assert.equal(cookie !== '', isIn, `${count} groups`);
    assert.ok(cookie.length < 4096);
  }
});

test('a session lasts no longer than the setting says now', async () => {
  const data = newFolder();
  await copySample(data);
  await giveLogin(data, 'ada');
  let now = NOW;
  let cookie = '';
  for (const [hours, passed, user] of [
    [12, 0, 2],
    [1, 3_599_999, 2],
    [1, 3_600_000, 1],
  ] as const) {
    now = NOW + passed;
    const settings = await signInSettings(provider.issuer, { hours });
    await using app = await startNode(settings, undefined, { data, clock: () => now });
    cookie ||= await enter(app.url);
    assert.equal((await ask(app.url, '/node.do?about=true', { cookie })).data['userId'], user);
  }
});

test('a key that is not the first opens, and one that is gone does not', async () => {
  const data = newFolder();
  await copySample(data);
  await giveLogin(data, 'ada');
  const settings = await signInSettings(provider.issuer);
  const other = join(newFolder(), 'other.key');
  await writeFile(other, 'o'.repeat(32));
  const [first] = JSON.parse(String(settings['ABS_SIGN_IN_KEYS'])) as object[];
  const start = (keys: readonly object[]) =>
    startNode({ ...settings, ABS_SIGN_IN_KEYS: JSON.stringify(keys) }, undefined, { data });
  const second = { id: 'k2', secretFile: other };
  let cookie = '';
  for (const [keys, user] of [
    [[first], 2],
    [[second, first], 2],
    [[second], 1],
    [[{ ...second, id: 'k1' }], 1],
  ] as const) {
    await using app = await start(keys as readonly object[]);
    cookie ||= await enter(app.url);
    const { data: about } = await ask(app.url, '/node.do?about=true', { cookie });
    assert.equal(about['userId'], user);
  }
});

test('without a provider nobody can sign in, and cookies mean nothing', async () => {
  await using app = await startNode({}, copySample, { clock: () => NOW });
  for (const path of ['/sign-in', '/sign-in/callback', '/sign-out', '/sign-in/ended'])
    assert.equal((await fetch(app.url + path, { redirect: 'manual' })).status, 404, path);
  const answer = await fetch(`${app.url}/node.do?about=true`, { headers: { cookie: '__Host-abs-session=k1.x' } });
  assert.doesNotMatch(answer.headers.get('vary') ?? '', /Cookie/);
});
