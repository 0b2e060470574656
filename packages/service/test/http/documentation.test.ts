/** The documentation at /docs: which addresses it has, how it is cached, and that it can be switched off. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { makeSite } from '../../../../scripts/site/make-site.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { openBrand } from '../../src/api/pages/brand.ts';
import type { Request } from '../../src/http/answer.ts';
import { openDocumentation } from '../../src/http/documentation.ts';

const BRAND = openBrand({
  ...{ name: 'Lake & house', logo: 'logo.svg', logoDark: null, texts: null },
  colours: new Map([['accent', '#a00']]),
});
const folder = newFolder();
makeSite(folder);
const answer = openDocumentation(pathToFileURL(`${folder}/`), BRAND);

function get(path: string, headers: Readonly<Record<string, string>> = {}): Request {
  const { signal } = new AbortController();
  return {
    id: 'r',
    method: 'GET',
    address: '',
    origin: undefined,
    prefix: '',
    path,
    query: '',
    headers,
    signal,
    onEnd: () => {},
  };
}

test('pages are found by their names, with and without .html, and folders by a slash', async () => {
  for (const path of ['/docs/', '/docs/index.html', '/docs/guides/tokens.html', '/docs/guides/tokens', '/docs/api']) {
    const found = await answer(get(path));
    assert.equal(found?.status, 200, path);
    assert.match(String(found?.body), /<!doctype html>/, path);
  }
  assert.deepEqual(await answer(get('/docs')), { status: 308, headers: { location: 'docs/' } });
});

test('pages have the name, the logo and the colours of the catalogue, and lead to it', async () => {
  for (const [path, root] of [
    ['/docs/', '..'],
    ['/docs/guides/tokens', '../..'],
  ] as const) {
    const mark = `<picture><img src="${root}/logo" alt=""></picture><span>Lake &#38; house</span>`;
    assert.ok(String((await answer(get(path)))?.body).includes(`<a class="catalogue" href="${root}">${mark}</a>`));
  }
  assert.match(String((await answer(get('/docs/docs.css')))?.body), /--_accent: [\s\S]*--abs-accent: #a00; \}$/);
});

test('everything else is left to others', async () => {
  for (const path of ['/', '/documents', '/docs/nothing', '/docs/../package.json', '/docs/guides', '/docs/%2e%2e/x'])
    assert.equal(await answer(get(path)), undefined, path);
});

test('a page may run no script but the files beside it', async () => {
  const page = await answer(get('/docs/'));
  assert.match(page?.headers['content-security-policy'] ?? '', /script-src 'self'; style-src 'self';/);
  assert.doesNotMatch(String(page?.body), /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
});

test('the entity tag spares the body, and texts are compressed', async () => {
  const plain = await answer(get('/docs/'));
  const again = await answer(get('/docs/', { 'if-none-match': plain?.headers['etag'] ?? '' }));
  assert.deepEqual([again?.status, again?.body], [304, undefined]);
  const small = await answer(get('/docs/', { 'accept-encoding': 'br' }));
  assert.equal(small?.headers['content-encoding'], 'br');
  assert.deepEqual(brotliDecompressSync(small?.body as Uint8Array), Buffer.from(plain?.body as Uint8Array));
  assert.notEqual(small?.headers['etag'], plain?.headers['etag']);
});
