/** Signed addresses over real sockets: what they open, what is refused, and that nobody else gets what they open. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openStorage } from '../../src/app/storage.ts';
import { type RunningApp, startNode } from '../support/app.ts';
import { copySample, importSample, NOW } from '../support/sample.ts';
import { SOUND, sampleWithSound } from '../support/sample-with-sound.ts';

const SECRET = 'k'.repeat(32);
const OLD = 'o'.repeat(40);
const SECONDS = NOW / 1000;
const HOUR = SECONDS + 3600;
const KEYS = JSON.stringify([
  { id: '2026', secretFile: 'new.key' },
  { id: 'old', secretFile: 'old.key' },
]);

/** Ends a path and query as recipes do. Of the sample, user 1 is the service user, and 2 Ada, who sees asset 1005. */
function sign(
  target: string,
  end = `user=2&expires=${HOUR}`,
  key = '2026',
  secret = key === 'old' ? OLD : SECRET,
): string {
  const signed = `${target}&${end}&key=${key}`;
  const signature = createHmac('sha256', secret).update(signed, 'latin1').digest('base64url');
  signatures.add(signature);
  return `${signed}&signature=${signature}`;
}

/** All that `sign` has made. */
const signatures = new Set<string>();
const leaks = (text: string) => signatures.values().some((signature) => text.includes(signature));

function writeKeys(data: string): void {
  writeFileSync(join(data, 'new.key'), `${SECRET}\n`);
  writeFileSync(join(data, 'old.key'), OLD);
}

describe('a signed address', () => {
  let app: RunningApp;
  before(async () => {
    using sample = sampleWithSound();
    const endpoints = {
      open: { token: { verifier: 'none' }, cache: { browserSeconds: 600 }, picture: { allow: 'signed' } },
      folder: { token: { verifier: 'none' }, roots: { 101: [2] } },
    };
    const settings = {
      ABS_SIGN_KEYS: KEYS,
      ABS_TOKEN_VERIFIER: 'static',
      ABS_TOKEN_TOKENS: JSON.stringify([{ token: 's3cr3t-public', user: 1 }]),
      ABS_ENDPOINTS: JSON.stringify(endpoints),
    };
    app = await startNode(settings, async (data) => {
      writeKeys(data);
      await importSample(data, sample.directory);
    });
  });
  after(() => app[Symbol.asyncDispose]());
  const get = (path: string, init?: RequestInit) => fetch(app.url + path, init);
  /** The status, and of a refusal its code. */
  const outcome = async (path: string, init?: RequestInit): Promise<unknown> => {
    const answer = await get(path, init);
    return answer.ok ? answer.status : [answer.status, JSON.parse(await answer.text()).code];
  };

  test('opens what its user may have, without a token, whatever else the request says', async () => {
    const targets = ['thumb=1005', 'preview=1005&big=true', 'picture=1005&width=9', `stream=${SOUND}`, 'download=1000'];
    const tokens = [
      {},
      { authorization: 'Bearer s3cr3t-public' },
      { authorization: 'Bearer wrong' },
      { cookie: 'a=b' },
    ];
    for (const base of ['', '/open'])
      for (const target of targets)
        for (const headers of tokens)
          assert.equal(await outcome(sign(`${base}/asset.do?${target}`), { headers }), 200, `${base} ${target}`);
    assert.equal(await outcome(sign('/asset.do/thumb?thumb=1005&token=a&token=b')), 200);
    assert.equal(await outcome(sign('/asset.do?thumb=1005', `user=2&expires=${HOUR}`, 'old')), 200);
    assert.equal((await get(sign('/asset.do?thumb=1005'), { method: 'HEAD' })).status, 200);
  });

  test('gives the rights of its groups in place of those of the user, and those of its base address', async () => {
    const cases: readonly (readonly [target: string, end: string, expected: unknown])[] = [
      ['/asset.do?thumb=1005', 'user=1', [404, 'asset_not_found']],
      ['/asset.do?thumb=1005', 'user=1&groups=2', 200],
      ['/asset.do?thumb=1005', 'user=2&groups=1', [404, 'asset_not_found']],
      ['/asset.do?thumb=1005', 'user=2&groups=1,77,2', 200],
      ['/asset.do?thumb=1007', 'user=2', [404, 'asset_not_found']],
      ['/asset.do?thumb=1008', 'user=2&groups=77', 200],
      ['/asset.do?download=1005', 'user=2', [403, 'not_permitted']],
      ['/folder/asset.do?thumb=1000', 'user=2', 200],
      ['/folder/asset.do?thumb=1005', 'user=2', [404, 'asset_not_found']],
      ['/asset.do?thumb=1005', 'user=99', [403, 'signature_invalid']],
      ['/asset.do?thumb=x', 'user=2', [400, 'parameter_invalid']],
      ['/open/asset.do?picture=1000', 'user=2', 200],
    ];
    for (const [target, end, expected] of cases)
      assert.deepEqual(await outcome(sign(target, `${end}&expires=${HOUR}`)), expected, `${target} ${end}`);
  });

  test('is refused when anything of it is changed, before anything else of it is read', async () => {
    const right = sign('/open/asset.do?thumb=1005&img=a-b.jpg');
    const changes =
      '/open> /open>/folder .do?>.do/thumb? 1005>1006 a-b>a%2Db user=2>user=1 ?>?& =1005>=%zz &sig>&%73ig';
    const unsigned =
      '/open/asset.do?thumb=1000&signature /open/asset.do?signature=&thumb=1000 /open/asset.do?%73ignature=x';
    const others =
      '/node.do?about=true /asset.do?details=1005 /asset.do?relations=1000 /pin.do?create=1000 /asset.do?x=1';
    const wrong = [
      ...changes.split(' ').map((each) => right.replace(...(each.split('>') as [string, string]))),
      ...['&', '&callback=', '&signature=x', '%00'].map((end) => right + end),
      ...[right.slice(0, -1), right.slice(0, -43), right.replace('&signature', '&signature[]')],
      sign('/open/asset.do?thumb=1005', undefined, 'unknown'),
      sign('/open/asset.do?thumb=1005', undefined, 'old', SECRET),
      ...unsigned.split(' '),
      ...`${others} /review.do?get=1000 /asset.do?thumb=1&preview=1`.split(' ').map((other) => sign(other)),
    ];
    for (const path of wrong) assert.deepEqual(await outcome(path), [403, 'signature_invalid'], path);
    const wrapped = await (await get(`${right}&callback=f`)).text();
    assert.match(wrapped, /^\/\*\*\/f\(.*"code":"signature_invalid"/);
    assert.equal(await outcome(right), 200);
  });

  test('counts up to its end, which is at most sign.maxDays ahead', async () => {
    const most = SECONDS + 30 * 86_400;
    for (const [expires, expected] of [
      ...[0, SECONDS - 1, SECONDS, most + 1, 2 ** 53].map((time) => [time, [403, 'signature_expired']] as const),
      ...[SECONDS + 1, most].map((time) => [time, 200] as const),
    ])
      assert.deepEqual(
        await outcome(sign('/asset.do?thumb=1005', `user=2&expires=${expires}`)),
        expected,
        `${expires}`,
      );
  });

  test('gives the format of a picture that the caller accepts, and says that it depends on that', async () => {
    for (const [accept, type] of [
      ['image/webp', 'image/webp'],
      ['*/*', 'image/jpeg'],
    ] as const) {
      const answer = await get(sign('/open/asset.do?picture=1000&width=20'), { headers: { accept } });
      assert.deepEqual([answer.headers.get('content-type'), answer.headers.get('vary')], [type, 'Accept']);
    }
    assert.deepEqual(await outcome('/open/asset.do?picture=1000'), [403, 'picture_not_allowed']);
  });

  test('without a signature, the other parameters mean nothing', async () => {
    const end = `user=2&groups=2&expires=1&key=2026`;
    assert.deepEqual(await outcome(`/open/asset.do?thumb=1005&${end}`), [404, 'asset_not_found']);
    assert.equal(await outcome(`/open/asset.do?thumb=1008&${end}&user=&groups[]=x`), 200);
  });

  test('of pictures may be kept until it expires, by everyone; the rest as without, but no longer', async () => {
    const soon = SECONDS + 60;
    const cases: readonly (readonly [target: string, expires: number, expected: string])[] = [
      ['/asset.do?thumb=1005', HOUR, 'public, max-age=0, s-maxage=3600'],
      ['/asset.do?thumb=1005&version=1', soon, 'public, max-age=0, s-maxage=60'],
      ['/open/asset.do?preview=1005', HOUR + 9, 'public, max-age=600, s-maxage=3600'],
      ['/open/asset.do?preview=1005&version=1', soon, 'public, max-age=60, s-maxage=60'],
      ['/open/asset.do?preview=1005&cache=false', soon, 'no-store'],
      ['/asset.do?picture=1005&version=1&width=9', soon, 'public, max-age=0, s-maxage=60'],
      ['/open/asset.do?download=1000', soon, 'no-cache'],
      ['/asset.do?download=1000', soon, 'private, no-cache'],
      [`/open/asset.do?play=${SOUND}`, soon, 'public, max-age=60, s-maxage=60'],
      [`/asset.do?stream=${SOUND}&version=1`, soon, 'private, max-age=60'],
    ];
    for (const [target, expires, expected] of cases) {
      const answer = await get(sign(target, `user=2&expires=${expires}`));
      await answer.arrayBuffer();
      assert.equal(answer.headers.get('cache-control'), expected, target);
      assert.equal(answer.headers.get('vary')?.includes('Authorization') ?? false, false, target);
    }
  });

  test('of a player is that of what the page loads, with the same end, and no other site learns it', async () => {
    for (const [page, base] of [
      [`/asset.do?play=${SOUND}`, '/'],
      [`/open/asset.do/play?play=${SOUND}`, '/open/asset.do/'],
      [`/open/asset.do?preview=${SOUND}&type=audio&nojs=true`, '/open/'],
    ]) {
      const answer = await get(sign(page ?? '', `user=2&groups=2,1&expires=${HOUR}`));
      assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
      const loaded = [...(await answer.text()).matchAll(/"([^"]*asset\.do\?[^"]*)"/g)].map(([, address = '']) =>
        address.replaceAll('&#38;', '&'),
      );
      assert.ok(loaded.length >= 2, `${page}: ${loaded}`);
      for (const address of loaded) {
        assert.ok(address.includes(`&user=2&groups=2,1&expires=${HOUR}&key=2026&signature=`), address);
        const { pathname, search } = new URL(address, `http://localhost${base}`);
        assert.equal(await outcome(pathname + search), 200, address);
      }
    }
  });

  test('opens nothing any more when its asset is hidden, or its user has lost the right', async () => {
    await using storage = await openStorage({ data: app.data });
    const { writer } = storage;
    const press = (groups: readonly number[]) => ({ id: 7, name: 'Press', groups, isService: false });
    await writer.change((changes) => changes.put('user', press([2])));
    const addresses = [1002, 1005].map((id) => sign(`/asset.do?thumb=${id}`, `user=7&expires=${HOUR}`));
    const outcomes = () => Promise.all(addresses.map((address) => outcome(address)));
    assert.deepEqual(await outcomes(), [200, 200]);
    const node = { id: 5, type: 101, parent: 2, name: 'Below img10', position: 0, fields: new Map(), access: [] };
    await writer.change((changes) => changes.put('node', node));
    assert.deepEqual(await outcomes(), [[404, 'asset_not_found'], 200]);
    await writer.change((changes) => changes.put('user', press([1])));
    assert.deepEqual(await outcomes(), Array(2).fill([404, 'asset_not_found']));
  });

  test('stands in no log and in no error', async () => {
    const right = sign('/asset.do?thumb=1005');
    const inValue = `/asset.do?thumb=${encodeURIComponent(right)}`;
    for (const path of [right, `/x${right}`, right.replace('&signature', '%26signature'), inValue, `${right}&x=1`])
      assert.equal(leaks(await (await get(path)).text()), false, path);
    assert.equal(leaks(app.log.join()), false);
  });
});

describe('an absolute address in an answer', () => {
  const linkOf = async (app: RunningApp, headers: Record<string, string>) => {
    const answer = await fetch(`${app.url}/pin.do?create=1000`, { headers });
    return ((await answer.json()) as { data: { link: string } }).data.link.replace(/pin\/.*/, '');
  };

  test('begins with publicUrl, else with the origin of the request, and with the path that a proxy has taken away', async () => {
    const settings = { ABS_PIN_PARENT_NODE: 1, ABS_TRUST_PROXY: '127.0.0.1' };
    const forwarded = { 'x-forwarded-host': 'press.example', 'x-forwarded-proto': 'https' };
    await using open = await startNode(settings, copySample);
    assert.equal(await linkOf(open, {}), `${open.url}/`);
    assert.equal(await linkOf(open, forwarded), 'https://press.example/');
    const below = { ...forwarded, 'x-forwarded-prefix': '/dam' };
    assert.equal(await linkOf(open, below), 'https://press.example/dam/');
    await using fixed = await startNode({ ...settings, ABS_PUBLIC_URL: 'https://media.example' }, copySample);
    for (const headers of [{}, forwarded]) assert.equal(await linkOf(fixed, headers), 'https://media.example/');
    assert.equal(await linkOf(fixed, below), 'https://media.example/dam/');
  });

  test('is never of another path, whichever of them is asked for first', async () => {
    await using app = await startNode({ ABS_TRUST_PROXY: '127.0.0.1' }, copySample);
    for (const path of ['/iiif/presentation/3/asset/1000/manifest', '/node.do?search=&pictures=100,300']) {
      const beginningOf = async (prefix: string) => {
        const headers = prefix === '' ? {} : { 'x-forwarded-prefix': prefix };
        const text = await (await fetch(app.url + path, { headers })).text();
        return new Set(
          [...text.matchAll(/(https?:\/\/[^/"]+(?:\/dam|\/press)?\/)(?:iiif|asset\.do)/g)].map(([, begin]) => begin),
        );
      };
      for (let time = 0; time < 3; time += 1) {
        for (const prefix of ['/dam', '', '/press', '/dam', '/press'])
          assert.deepEqual(await beginningOf(prefix), new Set([`${app.url}${prefix}/`]), `${path} ${prefix}`);
      }
    }
  });
});
