import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExecutable } from '../docs/page-blocks.ts';
import { startApp } from '../support/app.ts';
import { freePort } from '../support/free-port.ts';
import { describeProxy, SOUND, startFront } from './behaviour.ts';
import { lackOf, startNginx, startNginxOfPage } from './programs.ts';
import { describeVariants } from './variants.ts';

const skip = lackOf('nginx');

describeProxy('nginx', startNginx, skip);

describeVariants('nginx', startNginx, {
  skip,
  ignoring: [
    ['"$scheme $abs_host $abs_address";', '"$scheme $abs_host $abs_no_token";'],
    ['      proxy_cache_bypass $abs_token;\n      proxy_no_cache $abs_token;\n', ''],
    ['# proxy_cache_bypass $abs_other_callback;', 'proxy_cache_bypass $abs_other_callback;'],
    ['# proxy_no_cache $abs_other_callback;', 'proxy_no_cache $abs_other_callback;'],
  ],
});

/** The lines of the variant, which are comments in the file. */
const SLICES = [
  'slice 4m;',
  'proxy_cache abs;',
  'proxy_cache_key "$scheme $abs_host $abs_address $slice_range";',
  'proxy_set_header Range $slice_range;',
  'proxy_ignore_headers Cache-Control Expires;',
  'proxy_cache_valid 200 206 1s;',
  'proxy_cache_revalidate on;',
  'proxy_cache_bypass $abs_bypass $abs_token;',
  'proxy_no_cache $abs_bypass $abs_token $abs_not_kept;',
];

test('nginx caches films in slices if its comments are followed', { skip }, async () => {
  await using front = await startFront(startNginx, [
    ...SLICES.map((line) => [`      # ${line}`, `      ${line.replace('4m', '100k')}`] as const),
    ['add_header X-Cache PASS always;', 'add_header X-Cache $upstream_cache_status always;'],
  ]);
  const address = `/asset.do?stream=${SOUND}`;
  const whole = Buffer.from(await (await fetch(front.app.url + address)).arrayBuffer());
  for (const [start, end] of [
    [0, whole.length - 1],
    [99_999, 100_001],
    [350_000, 620_000],
    [whole.length - 1, whole.length - 1],
  ] as const) {
    const part = await front.get(address, { headers: { range: `bytes=${start}-${end}` } });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), `bytes ${start}-${end}/${whole.length}`);
    assert.ok(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(start, end + 1)));
  }
  const again = await front.hit(address);
  assert.equal(again.status, 200);
  assert.ok(Buffer.from(await again.arrayBuffer()).equals(whole));
});

test('nginx adds the token of the page about tokens, and lets nobody use another or write', { skip }, async () => {
  const { blocks } = readExecutable('guides/tokens.md');
  const [location = '', ...others] = blocks.filter(({ language }) => language === 'nginx').map(({ text }) => text);
  assert.deepEqual(others, []);
  const own = { token: 'abs_of-the-site', user: 2 };
  const endpoints = { media: { token: { verifier: 'static', tokens: [own, { token: 'other', user: 3 }] } } };
  await using app = await startApp({ ABS_TRUST_PROXY: '127.0.0.1', ABS_ENDPOINTS: JSON.stringify(endpoints) });
  const shown = `server { listen 80; location = /ready { return 200; } ${location.replace('abs_…', own.token)} }`;
  await using nginx = await startNginxOfPage(shown, Number(new URL(app.url).port), await freePort());
  const get = async (path: string, headers: Readonly<Record<string, string>> = {}) =>
    await fetch(`${nginx.url}${path}`, { headers });

  assert.equal((await fetch(`${app.url}/media/node.do?about=true`)).status, 401);
  for (const [path, headers] of [
    ['/media/node.do?about=true', {}],
    ['/media/node.do?about=true&token=other', {}],
    ['/media/node.do?about=true', { authorization: 'Bearer other' }],
  ] as const) {
    const { data } = (await (await get(path, headers)).json()) as { readonly data: { readonly userId: number } };
    assert.equal(data.userId, own.user);
  }
  assert.equal((await get('/media/asset.do?thumb=1000')).status, 200);
  for (const path of ['/media/review.do?post=1000&rating=5', '/media/pin.do?create=1000', '/node.do?about=true']) {
    assert.equal((await get(path)).status, 404);
  }
});
