import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf } from '../search/contract-samples.ts';
import { startApp } from '../support/app.ts';

interface Raw {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The raw bytes of the response; `fetch` would decode them. */
function raw(url: string, headers: Record<string, string> = {}): Promise<Raw> {
  const { promise, resolve, reject } = Promise.withResolvers<Raw>();
  get(url, { headers }, async (response) => {
    const body = Buffer.concat(await response.toArray());
    resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
  }).once('error', reject);
  return promise;
}

/** Long enough to be compressed. */
const LONG = '/node.do?search=&extended=true&infofields=100';

test('a long answer is compressed for clients that accept it, with an ETag of its own, from the cache too', async () => {
  await using app = await startApp();
  const plain = await raw(`${app.url}${LONG}`);
  assert.ok(plain.body.length > 1400);
  for (let i = 0; i < 3; i++) {
    const coded = await raw(`${app.url}${LONG}`, { 'accept-encoding': 'gzip, br' });
    assert.deepEqual([coded.headers['content-encoding'], coded.headers['vary']], ['br', 'Accept-Encoding']);
    assert.equal(Number(coded.headers['content-length']), coded.body.length);
    assert.notEqual(coded.headers['etag'], plain.headers['etag']);
    assert.deepEqual(brotliDecompressSync(coded.body), plain.body);
    const again = await raw(`${app.url}${LONG}`, {
      'accept-encoding': 'gzip, br',
      'if-none-match': String(coded.headers['etag']),
    });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
    assert.deepEqual(await raw(`${app.url}${LONG}`).then(({ body }) => body), plain.body);
  }
  const called = await raw(`${app.url}${LONG}&callback=take`, { 'accept-encoding': 'br' });
  assert.equal(brotliDecompressSync(called.body).toString(), `/**/take(${plain.body});`);
  const picture = await raw(`${app.url}/asset.do?thumb=1003`, { 'accept-encoding': 'br' });
  assert.equal(picture.headers['content-encoding'], undefined);
});

test('every spelling of an address and every thread answers with the latest revision', async () => {
  await using app = await startApp();
  await using writer = openCatalogueWriter({ directory: app.data });
  const forms = ['search=&paginate=1', 'paginate=1&search=', 'paginate=1&search=&_=7', '&search=&&paginate=%31'];
  const headers = [{}, { origin: 'https://shop.example' }, { 'accept-encoding': 'br' }];
  const totals = async () => {
    const all = forms.flatMap((form) => headers.map((each) => raw(`${app.url}/node.do?${form}`, each)));
    return new Set((await Promise.all(all)).map((answer) => Number(answer.headers['x-total-count'])));
  };
  const [before, ...others] = await totals();
  assert.deepEqual(others, []);
  for (let i = 1; i <= 5; i++) {
    await writer.change((changes) => changes.put('asset', assetOf(5000 + i)));
    assert.deepEqual(await totals(), new Set([Number(before) + i]));
    assert.deepEqual(await totals(), new Set([Number(before) + i]), 'as it is kept');
  }
});

test('zstd is for answers that nothing keeps', async () => {
  await using app = await startApp();
  const headers = { 'accept-encoding': 'gzip, br, zstd' };
  for (const [more, encoding] of [
    ['', 'br'],
    ['&callback=take', 'br'],
    ['&cache=false', 'zstd'],
  ])
    for (let i = 0; i < 2; i++) {
      const coded = await raw(`${app.url}${LONG}${more}`, headers);
      assert.deepEqual([more, coded.headers['content-encoding']], [more, encoding]);
    }
  const plain = await raw(`${app.url}${LONG}&cache=false`);
  const coded = await raw(`${app.url}${LONG}&cache=false`, headers);
  assert.deepEqual(zstdDecompressSync(coded.body), plain.body);
});

test('after a flush, nobody gets an answer that was begun before it', { timeout: 120_000 }, async () => {
  const folder = newFolder();
  const world = globalThis as typeof globalThis & { provide?: () => Promise<object> };
  try {
    const provider = join(folder, 'provider.mjs');
    writeFileSync(provider, 'export default () => globalThis.provide();\n');
    await using app = await startApp({ ABS_SEARCH_PROVIDER: provider });
    const old = Promise.withResolvers<object>();
    let calls = 0;
    world.provide = async () => {
      calls += 1;
      return calls === 1 ? await old.promise : { search: '' };
    };
    const countOf = async (more = '') => {
      const answer = await raw(`${app.url}/node.do?search_custom=x${more}`);
      return (JSON.parse(answer.body.toString()) as { data: object[] }).data.length;
    };
    const early = countOf();
    await until(() => calls === 1);
    const fresh = await countOf('&flush=true');
    assert.ok(fresh > 0);
    old.resolve({ search: 'nothing-has-this-word' });
    assert.deepEqual([await early, await countOf(), calls], [0, fresh, 2]);
  } finally {
    delete world.provide;
  }
});
