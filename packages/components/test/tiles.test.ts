/** What the viewer makes of the answers of an IIIF image service. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startLocalServer } from '../../service/test/support/local-server.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import { loadTileSource, tileDownload } from '../src/viewer/tile-source.ts';

const PAGE = { id: 1047, version: 2, page: 3 };
const INFO = { id: 'https://other.example/iiif/image/3/1047', width: 5000, height: 3000 };
const never = new AbortController().signal;

// Node has no bitmaps.
Object.assign(globalThis, { document: { baseURI: 'http://localhost/' }, createImageBitmap: (blob: Blob) => blob.size });

/** Opens a service that gives these answers, one after the other. */
async function openService(answers: readonly (readonly [status: number, headers?: Record<string, string>])[]) {
  const asked: string[] = [];
  const server = await startLocalServer(({ url, headers }, response) => {
    const [status, more = {}] = answers[asked.length] ?? [500];
    asked.push(`${url} ${headers.authorization ?? ''}`.trim());
    response.writeHead(status, more).end(JSON.stringify(INFO));
  });
  const catalogueOf = (tokenProvider?: Catalogue['tokenProvider']) =>
    ({ client: { base: `${server.url}press/` }, tokenProvider }) as unknown as Catalogue;
  return { asked, catalogueOf, base: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

test('a page is described below the base address, under which its tiles are, too, whatever the service calls itself', async () => {
  await using service = await openService([[200]]);
  const source = await loadTileSource(service.catalogueOf(), PAGE, never);
  const address = `${service.base}press/iiif/image/3/1047;version=2;page=3`;
  assert.deepEqual(source, { ...INFO, id: address });
  assert.deepEqual(service.asked, ['/press/iiif/image/3/1047;version=2;page=3/info.json']);
});

test('a service without IIIF, or without the picture, has no tiles; one that fails is an error', async () => {
  for (const status of [400, 404]) {
    await using service = await openService([[status]]);
    assert.equal(await loadTileSource(service.catalogueOf(), { ...PAGE, page: 0 }, never), undefined);
    assert.deepEqual(service.asked, ['/press/iiif/image/3/1047;version=2/info.json']);
  }
  await using service = await openService([[500]]);
  await assert.rejects(loadTileSource(service.catalogueOf(), PAGE, never), /answered 500/);
});

test('a tile is asked for with the token of the moment, once more with a new one, and again when the service is ready', async () => {
  await using service = await openService([[401], [503, { 'retry-after': '0.001' }], [200], [401], [401]]);
  const catalogue = service.catalogueOf((refused) => (refused === undefined ? 'old' : 'new'));
  const ended = new AbortController();
  const load = (signal: AbortSignal) =>
    new Promise((resolve) =>
      tileDownload(catalogue, signal).downloadTileStart({
        ...{ src: `${service.base}tile`, userData: {} },
        finish: resolve,
        fail: resolve,
      }),
    );
  assert.equal(await load(ended.signal), JSON.stringify(INFO).length);
  assert.match(String(await load(ended.signal)), /answered 401/);
  assert.deepEqual(
    service.asked,
    ['old', 'new', 'new', 'old', 'new'].map((token) => `/tile Bearer ${token}`),
  );
  ended.abort();
  assert.match(String(await load(ended.signal)), /abort/i);
});
