import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../../core/test/support/free-port.ts';
import { readExecutable } from '../docs/page-blocks.ts';
import { startApp } from '../support/app.ts';
import { ask } from './ask.ts';
import { describeProxy } from './behaviour.ts';
import { lackOf, startNginx, startNginxOfPage, startVarnish } from './proxy-programs.ts';
import { openRecorder } from './recorder.ts';

describeProxy('nginx', startNginx, lackOf('nginx'));
describeProxy('Varnish', startVarnish, lackOf('varnishd'));

test('flush=true makes Varnish fetch the same address again, and no other', { skip: lackOf('varnishd') }, async () => {
  await using recorder = await openRecorder();
  await using proxy = await startVarnish(recorder.port, await freePort());
  const answerOf = async (target: string) => (await ask(proxy.port, target)).headers['x-answer'];
  const [flushed, other] = [await answerOf('/node.do?a=1&b=2'), await answerOf('/node.do?a=1')];
  assert.equal(await answerOf('/node.do?a=1&b=2'), flushed);
  await ask(proxy.port, '/node.do?a=1&flush=true&b=2');
  const fresh = await answerOf('/node.do?a=1&b=2');
  assert.notEqual(fresh, flushed);
  assert.equal(await answerOf('/node.do?b=3&_=1&flush=true'), '5');
  assert.equal(await answerOf('/node.do?a=1&b=2'), fresh);
  assert.equal(await answerOf('/node.do?a=1'), other);
});

test('Varnish keeps one answer for each path below which the service is, and drops all of them after a change', {
  skip: lackOf('varnishd'),
}, async () => {
  await using recorder = await openRecorder();
  await using proxy = await startVarnish(recorder.port, await freePort());
  const from = '127.0.0.1';
  for (let changes = 1; changes <= 2; changes += 1) {
    for (const prefix of ['/dam', '/press', undefined, '/dam', '/press']) {
      const headers = prefix === undefined ? {} : { 'x-forwarded-prefix': prefix };
      // From an address that may say so.
      for (let time = 0; time < 2; time += 1) await ask(proxy.port, '/node.do?of=path', { headers, from });
    }
    const asked = recorder.seen.filter(({ url }) => url === '/node.do?of=path').slice(-3);
    const prefixes = asked.map(({ headers }) => headers['x-forwarded-prefix']);
    assert.deepEqual(prefixes, ['/dam', '/press', undefined]);
    assert.equal(recorder.seen.length, 3 * changes);
    assert.equal((await ask(proxy.port, '/', { method: 'BAN', from })).status, 200);
  }
});

for (const [name, program, start] of [
  ['nginx', 'nginx', startNginx],
  ['Varnish', 'varnishd', startVarnish],
] as const) {
  test(`each browser gets pictures that it can show from ${name}`, { skip: lackOf(program) }, async () => {
    await using app = await startApp({ ABS_TRUST_PROXY: '127.0.0.1' });
    await using proxy = await start(Number(new URL(app.url).port), await freePort());
    const browsers = [
      ['image/avif,image/webp,image/apng,image/*,*/*;q=0.8', 'image/avif'],
      ['image/webp,image/avif;q=0,*/*', 'image/webp'],
      ['image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', 'image/jpeg'],
      [undefined, 'image/jpeg'],
    ] as const;
    for (const path of ['/asset.do?picture=1000&width=50', '/asset.do/picture?picture=1000&width=60']) {
      for (const [accept, type] of [...browsers, ...browsers]) {
        const { headers } = await ask(proxy.port, path, { headers: accept === undefined ? {} : { accept } });
        assert.deepEqual([headers['content-type'], headers.vary], [type, 'Accept'], `${accept} ${path}`);
      }
    }
  });
}

test('nginx serves a path of a site as the page about caches says, with the header and without', {
  skip: lackOf('nginx'),
}, async () => {
  const [site = '', withHeader = '', without = ''] = readExecutable('guides/caches-and-proxies.md')
    .blocks.filter(({ language }) => language === 'nginx')
    .map(({ text }) => text);
  for (const [locations, settings] of [
    [withHeader, {}],
    [withHeader.replace(/^ *location \/dam\/ \{[\s\S]*?^ {2}\}\n/m, without), { ABS_ENDPOINTS: '{"dam": {}}' }],
  ] as const) {
    await using app = await startApp({ ABS_TRUST_PROXY: '127.0.0.1', ABS_PIN_PARENT_NODE: '20', ...settings });
    const shown = site.replace(/^ *location \/ \{[\s\S]*/m, `location = /ready { return 200; }\n${locations}\n}`);
    await using nginx = await startNginxOfPage(shown, Number(new URL(app.url).port), await freePort());
    const own = `${nginx.url}/dam/`;
    const get = async (path: string) => await fetch(`${nginx.url}/dam/${path}`);
    const escaped = ['node.do?search=%2F%20x', 'iiif/image/3/%31000/info.json?x=%2F'];
    for (const path of ['', 'openapi.json', 'health', 'asset.do?thumb=1000', ...escaped])
      assert.equal((await get(path)).status, 200, path);
    const { data } = (await (await get('pin.do?create=1000')).json()) as { readonly data: { readonly link: string } };
    assert.ok(data.link.startsWith(`${own}pin/`), data.link);
    assert.equal((await get(data.link.slice(own.length))).status, 200);
    assert.equal((await get('metrics')).status, 404);
  }
});

test('nginx adds the token of the page about tokens, and allows nothing else', { skip: lackOf('nginx') }, async () => {
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
  for (const path of ['/media/review.do?post=1000&rating=5', '/media/pin.do?create=1000', '/node.do?about=true'])
    assert.equal((await get(path)).status, 404);
});
