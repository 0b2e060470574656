import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import type { Pin } from '../../src/pins/store/pin.ts';
import { pinFingerprint, readPinCode } from '../../src/pins/store/pin.ts';
import { appForAll, startApp } from '../support/app.ts';
import { completeLines } from '../support/complete-lines.ts';
import { NOW } from '../support/sample.ts';

/** Has just expired. */
const PIN: Pin = {
  ...{ code: 'AAAAAAAAAAAA', title: 'Late', endpoint: '', node: 20, creator: 1, assets: [1000], formats: [] },
  ...{ created: NOW - 1000, expires: NOW, isAnonymous: false, downloads: 0 },
};

describe('PINs', () => {
  const endpoints = {
    press: { serviceUser: 2, pin: { formats: [3] } },
    closed: { token: { verifier: 'static', tokens: [{ token: 'staff', user: 2 }] } },
    off: { pin: { parentNode: null }, review: { enabled: false } },
    limited: { pin: { perMinute: 2 } },
    described: { asset: { altField: 100 } },
    titled: { asset: { nameField: 100 } },
  };
  const app = appForAll({
    ABS_PIN_PARENT_NODE: 20,
    ABS_TRUST_PROXY: '127.0.0.1',
    ABS_PIN_PER_MINUTE: 0,
    ABS_ENDPOINTS: JSON.stringify(endpoints),
  });

  async function create(query: string, endpoint = ''): Promise<{ pin: string; link: string; title: string }> {
    const response = await fetch(`${app.url}${endpoint}/pin.do?${query}`);
    const { status, data } = (await response.json()) as {
      status: number;
      data: { pin: string; link: string; title: string };
    };
    assert.equal(status, 200);
    return data;
  }

  async function page(address: string, headers: Record<string, string> = {}) {
    const response = await fetch(address, { headers });
    return { status: response.status, headers: response.headers, html: await response.text() };
  }

  /** Commits as a writer in another process does. */
  async function beside<T>(work: (writer: ReturnType<typeof openCatalogueWriter>) => Promise<T>): Promise<T> {
    await using writer = openCatalogueWriter({ directory: app.data });
    return await work(writer);
  }

  test('the audit log records at most ten openings of each PIN per address and hour', async () => {
    const often = await create('create=1003&title=Often');
    const once = await create('create=1003&title=Once');
    for (let n = 0; n < 15; n += 1) assert.equal((await page(often.link)).status, 200);
    assert.equal((await page(once.link)).status, 200);
    const markOf = ({ pin }: { pin: string }) => pinFingerprint(readPinCode(pin) ?? '');
    const file = join(app.data, 'audit.log');
    const lines = () => completeLines(file);
    const openings = (pin: { pin: string }) =>
      lines().filter((line) => line.includes('pin_opened') && line.includes(markOf(pin))).length;
    await until(() => openings(once) > 0);
    assert.deepEqual([openings(often), openings(once)], [10, 1]);
  });

  test('the page shows title, names, sizes, pictures and downloads, and no injected code can run in it', async () => {
    const title = encodeURIComponent('</title><script>alert(1)</script>"\u202e🌸 שלום');
    const { link } = await create(`create=1003,1000,1006&title=${title}`);
    const { status, headers, html } = await page(link, { 'accept-language': 'en-GB' });
    assert.equal(status, 200);
    // As in the reader's region, with the zone, which may be another one than the reader's.
    assert.match(html, /Available until \d{1,2} \w{3,4} \d{4}, \d\d:\d\d UTC</);
    for (const part of [
      ...['<bdi>&#60;/title&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#34;\u202e🌸 שלום</bdi>'],
      ...['dawn &#60;b&#62;.jpg', 'img2.txt', '35 bytes', 'No download available'],
    ])
      assert.ok(html.includes(part), part);
    assert.ok(html.indexOf('img2.txt') < html.indexOf('dawn'), 'in the order named');
    assert.doesNotMatch(html, /<script|javascript:|\son\w+=/i);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|script-src/);
    assert.deepEqual([headers.get('cache-control'), headers.get('referrer-policy')], ['no-store', 'no-referrer']);
    assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
  });

  test('pictures have alternative texts: the name, and what they show in the language of the page', async () => {
    const plain = await page((await create('create=1000,1003')).link, { 'accept-language': 'en' });
    assert.ok(plain.html.includes('<img alt="View larger: dawn &#60;b&#62;.jpg" '));
    const { link } = await create('create=1000,1003', '/described');
    for (const [language, alt] of [
      ['en', 'View larger: dawn &#60;b&#62;.jpg, Dawn'],
      ['de', 'Größer ansehen: dawn &#60;b&#62;.jpg, Morgen'],
    ] as const)
      assert.ok((await page(link, { 'accept-language': language })).html.includes(`<img alt="${alt}" `), language);
  });

  test('a file is called by its title, with its own name below', async () => {
    const { link } = await create('create=1000,1003', '/titled');
    const { html } = await page(link, { 'accept-language': 'de' });
    assert.match(html, /<h2><bdi>Morgen<\/bdi><\/h2>\n<p><span>dawn &#60;b&#62;\.jpg<\/span> /);
  });

  test('every address in the page gets an answer', async () => {
    const { link } = await create('create=1003,1000');
    const { html } = await page(link);
    const pictures = [...html.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, address = '']) => address);
    assert.equal(pictures.length, 2);
    for (const address of [...pictures, ...pictures.map((each) => each.replace('thumb', 'preview'))]) {
      const response = await fetch(new URL(address, link));
      assert.equal(response.headers.get('content-type'), 'image/jpeg', address);
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.match(response.headers.get('x-robots-tag') ?? '', /noindex/);
      await response.arrayBuffer();
    }
    const forms = [...html.matchAll(/<form class="single" action="([^"]+)">(.*?)<\/form>/g)];
    assert.equal(forms.length, 2);
    for (const [, action = '', inputs = ''] of forms) {
      const asset = /name="asset" value="(\d+)"/.exec(inputs)?.[1];
      const response = await fetch(new URL(`${action}?asset=${asset}&format=1`, link));
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename=/);
      await response.arrayBuffer();
    }
  });

  test('one ZIP holds all files, and its download can be resumed', async () => {
    const { link } = await create('create=1003,1000,1006');
    const whole = await fetch(`${link}/download`);
    assert.equal(whole.headers.get('content-type'), 'application/zip');
    const bytes = Buffer.from(await whole.arrayBuffer());
    assert.equal(bytes.length, Number(whole.headers.get('content-length')));
    for (const name of ['img2.txt', 'dawn _b_.jpg']) assert.ok(bytes.includes(name), name);
    const rest = await fetch(`${link}/download`, {
      headers: { range: 'bytes=100-', 'if-range': whole.headers.get('etag') ?? '' },
    });
    assert.equal(rest.status, 206);
    assert.deepEqual(Buffer.from(await rest.arrayBuffer()), bytes.subarray(100));
  });

  test('terms of use must be accepted before the download', async () => {
    const { link } = await create('create=1000&formats=3');
    const terms = await page(`${link}/download?asset=1000&format=3`);
    assert.equal(terms.headers.get('content-type'), 'text/html; charset=UTF-8');
    assert.ok(terms.html.includes('Mind the terms'));
    const agreed = await fetch(`${link}/download?asset=1000&format=3&accept=true`);
    assert.equal(agreed.headers.get('content-type'), 'image/jpeg');
    await agreed.arrayBuffer();
  });

  test('a PIN opens only its assets in only its formats', async () => {
    const { link } = await create('create=1000&formats=3');
    assert.equal((await fetch(`${link}/thumb/1003`)).status, 404);
    assert.equal((await page(`${link}/download?asset=1003`)).status, 404);
    assert.equal((await page(`${link}/download?asset=1000&format=1`)).status, 404);
    assert.equal((await page(`${link}/download?asset=1000&format=99`)).status, 404);
    assert.equal((await page(`${link}/download?asset=x`)).status, 400);
    for (const format of [1, 99]) assert.equal((await page(`${link}/download?format=${format}`)).status, 404);
    const both = await create('create=1000,1003');
    assert.equal((await fetch(`${both.link}/download?format=1`)).status, 200);
    for (const format of [77, 99]) assert.equal((await page(`${both.link}/download?format=${format}`)).status, 404);
  });

  test('a PIN loses its rights when its creator is removed, and those of a group when that is removed', async () => {
    const staff = { ...PIN, code: 'EEEEEEEEEEEE', creator: 2, assets: [1005], groups: [2, 88], expires: NOW + 1 };
    await beside((writer) => writer.addPins([staff, { ...staff, code: 'FFFFFFFFFFFF', creator: 77 }]));
    assert.equal((await fetch(`${app.url}/pin/EEEEEEEEEEEE/thumb/1005`)).status, 200);
    assert.equal((await fetch(`${app.url}/pin/FFFFFFFFFFFF/thumb/1005`)).status, 404);
  });

  test('a PIN gives the rights of its creator to anyone with the link, at the base address where it was created', async () => {
    const { link, pin } = await create('create=1005,1003&formats=1', '/press');
    assert.equal(link, `${app.url}/press/pin/${pin}`);
    const { status, html } = await page(link);
    assert.equal(status, 200);
    assert.ok(html.includes('secret.png'));
    assert.equal((await fetch(`${link}/thumb/1005`)).status, 200);
    assert.equal((await page(`${app.url}/pin/${pin}`)).status, 404);
    // The formats of the base address apply where the request names none.
    const { link: usual } = await create('create=1000', '/press');
    assert.equal((await page(`${usual}/download?asset=1000&format=1`)).status, 404);
    assert.equal((await page(`${usual}/download?asset=1000&format=3`)).status, 200);
  });

  test('the link works without a token where tokens are required', async () => {
    const response = await fetch(`${app.url}/closed/pin.do?create=1005,1003`, {
      headers: { authorization: 'Bearer staff' },
    });
    const { data } = (await response.json()) as { data: { link: string } };
    assert.doesNotMatch(data.link, /staff/);
    assert.equal((await page(data.link)).status, 200);
    assert.equal((await fetch(`${app.url}/closed/pin.do?create=1005`)).status, 401);
  });

  test('assets that the creator no longer sees disappear from the page, its pictures and downloads', async () => {
    const { link } = await create('create=1002,1003');
    const access = [{ group: 2, view: true, download: '*' as const }];
    const node = { id: 5, type: 101, parent: 2, name: 'Below img10', position: 0, fields: new Map() };
    await beside((writer) => writer.change((c) => c.put('node', { ...node, access })));
    const { html } = await page(link);
    assert.ok(!html.includes('img10.png') && html.includes('img2.txt'));
    assert.equal((await fetch(`${link}/thumb/1002`)).status, 404);
    assert.equal((await page(`${link}/download?asset=1002`)).status, 404);
    await beside((writer) => writer.change((c) => c.put('node', node)));
    assert.ok((await page(link)).html.includes('img10.png'));
  });

  test('a PIN whose assets are all removed says so', async () => {
    const { link } = await create('create=1008');
    const record = await beside((writer) => writer.change((c) => c.record(1008)));
    await beside((writer) => writer.change((c) => c.remove('asset', 1008)));
    const { status, html } = await page(link);
    assert.equal(status, 200);
    assert.ok(html.includes('No files are left here'));
    await beside((writer) => writer.change(async (c) => record && c.put('asset', record)));
  });

  test('an expired PIN says so and gives access to nothing', async () => {
    await beside((writer) => writer.addPins([PIN, { ...PIN, code: 'CCCCCCCCCCCC', expires: NOW + 1 }]));
    const { status, html } = await page(`${app.url}/pin/AAAAAAAAAAAA`);
    assert.equal(status, 410);
    assert.ok(html.includes('This link has expired') && !html.includes('Late'));
    assert.equal((await fetch(`${app.url}/pin/AAAAAAAAAAAA/thumb/1000`)).status, 410);
    assert.equal((await page(`${app.url}/pin/CCCCCCCCCCCC`)).status, 200);
    assert.equal((await page(`${app.url}/pin/cccc-cccc-cccc`)).status, 200, 'as somebody types it');
  });

  test('redirect=true redirects to the page; with a callback, the calling page does the redirect', async () => {
    const direct = await fetch(`${app.url}/pin.do?create=1000&redirect=true`, { redirect: 'manual' });
    assert.deepEqual([direct.status, direct.headers.get('cache-control')], [302, 'no-store']);
    assert.equal((await page(direct.headers.get('location') ?? '')).status, 200);
    const called = await fetch(`${app.url}/pin.do?create=1000&redirect=true&callback=f`, { redirect: 'manual' });
    assert.equal(called.status, 200);
    assert.match(await called.text(), /^\/\*\*\/f\(\{"version":2,"status":302,/);
  });

  test('switched off, PINs and reviews are unavailable', async () => {
    for (const query of ['pin.do?create=1000', 'review.do?get=1000', 'review.do?post=1000&rating=5'])
      assert.equal((await fetch(`${app.url}/off/${query}`)).status, 501, query);
    assert.equal((await page(`${app.url}/off/pin/AAAAAAAAAAAA`)).status, 404);
  });

  test('an address over its limit of new PINs gets 429', async () => {
    for (let n = 0; n < 2; n += 1) await create('create=1000', '/limited');
    const third = await fetch(`${app.url}/limited/pin.do?create=1000`);
    assert.equal(third.status, 429);
    assert.match(third.headers.get('retry-after') ?? '', /^(?:30|[12]?\d)$/);
  });

  test('an address may try 60 wrong codes in an hour, at once or one after the other, and right ones cost nothing', async () => {
    const { link } = await create('create=1000');
    // Wrong codes at other base addresses count as well.
    const other = { 'x-forwarded-for': '192.0.2.1' };
    for (let time = 0; time < 20; time += 1) assert.equal((await page(link, other)).status, 200);
    const codes = Array.from({ length: 200 }, (_, n) => `${'ACDEFGHJKM'[n % 10]}DDDDDDDDDDD`);
    const bases = [app.url, `${app.url}/press`];
    const pages = await Promise.all(codes.map((code, n) => page(`${bases[n % 2]}/pin/${code}`, other)));
    const count = (wanted: number) => pages.filter(({ status }) => status === wanted).length;
    // One more is free after a minute, which a slow machine may take.
    assert.ok(count(404) >= 60 && count(404) < 70, `${count(404)} were looked up`);
    assert.equal(count(429), 200 - count(404));
    while ((await page(`${app.url}/pin/DDDDDDDDDDDD`, other)).status !== 429);
    const blocked = await page(link, other);
    assert.equal(blocked.status, 429, 'a hit tells nothing any more');
    assert.ok(blocked.html.includes('Too many attempts'));
    assert.match(blocked.headers.get('retry-after') ?? '', /^(?:60|[1-5]?\d)$/);
    assert.equal((await fetch(`${link}/thumb/1000`, { headers: other })).status, 429);
  });

  test('only GET and HEAD open a PIN, and its pages have a metric of their own', async () => {
    const { link } = await create('create=1000');
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      for (const address of [link, `${link}/download`, `${link}/thumb/1000`])
        assert.equal((await fetch(address, { method })).status, 405, `${method} ${address}`);
    const head = await fetch(link, { method: 'HEAD' });
    assert.deepEqual([head.status, await head.text(), (await page(link)).status], [200, '', 200]);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    assert.match(metrics, /^abs_requests_total\{operation="pin page",status="200"\} [1-9]/m);
  });

  test('codes are in no log', async () => {
    const logged = app.log.length;
    const { link, pin } = await create('create=1000');
    await page(link);
    await (await fetch(`${link}/thumb/1000`)).arrayBuffer();
    const mark = pinFingerprint(readPinCode(pin) ?? '');
    const audit = () => completeLines(join(app.data, 'audit.log')).filter((line) => line.includes(mark));
    await until(() => audit().some((line) => line.includes('"event":"pin_opened"')));
    assert.match(audit().join('\n'), /"event":"pin_created".*"assets":1/);
    await until(() => app.log.slice(logged).join('').includes('/pin/-/thumb/1000'));
    assert.ok(!`${app.log.join('')}${completeLines(join(app.data, 'audit.log')).join('\n')}`.includes(pin));
  });
});

test('a format that needs a size or a crop has inputs for them, and never comes first', async () => {
  await using app = await startApp({ ABS_PIN_PARENT_NODE: 20 });
  const own = { id: 8, name: 'Own size', description: '', icon: '', position: 0, isQuick: true, isDefault: true };
  const format = { ...own, categories: [], extensions: [], isResizeable: true, isEditable: true };
  await using writer = openCatalogueWriter({ directory: app.data });
  await writer.change((changes) => changes.put('download_format', format));
  const response = await fetch(`${app.url}/pin.do?create=1002&formats=8,1`);
  const { link } = ((await response.json()) as { data: { link: string } }).data;
  const html = await (await fetch(link)).text();
  assert.match(html, /<option value="1">[^<]*<\/option><option value="8" class="size crop">Own size<\/option>/);
  for (const name of ['width', 'height', 'crop']) assert.match(html, new RegExp(`<input [^>]*name="${name}"`));

  const sizeOf = async (query: string) => {
    const bytes = Buffer.from(await (await fetch(`${link}/download?asset=1002&${query}`)).arrayBuffer());
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  };
  assert.deepEqual(await sizeOf('format=8&width=10&height='), [10, 7]);
  assert.deepEqual(await sizeOf('format=8&crop=20x10'), [20, 10]);
  const original = await sizeOf('format=1&width=10');
  assert.deepEqual(await sizeOf('format=8&width=&height=&crop='), original);
  assert.equal((await fetch(`${link}/download?asset=1002&format=8&width=-1`)).status, 400);
});
