import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenditionSource } from '../src/picker/rendition.ts';
import './support/client-from-source.ts';

const { connect } = await import('@asset-browsing-service/client');
const { renditionOf } = await import('../src/picker/rendition.ts');

const client = connect('https://media.example/');
const format = { description: '', icon: '', resizeable: false, editable: false, message: false };
const jpg = { to: 'jpg', width: 600, fit: 'inside', enlarge: false };

/** A picture with a format that delivers the original, 1, and one that converts it, 2. */
const picture: RenditionSource = {
  asset: { id: 7, type: 1, name: 'a.tif', version: 3, extension: 'tif', size: 3_400_000, downloadable: true },
  conversions: { 2: jpg, 3: { ...jpg, to: 'pdf' } },
  offered: [
    { ...format, id: 1, name: 'Original' },
    { ...format, id: 2, name: 'Web' },
  ],
  mediaType: 'image/tiff',
  pixels: { width: 3000, height: 2000 },
};

const rendition = (name: string, source: Partial<RenditionSource> = {}) =>
  renditionOf(client, name, { ...picture, ...source });

/** What a rendition says besides its address. */
function factsOf(name: string, source: Partial<RenditionSource> = {}) {
  const { url, ...facts } = rendition(name, source) ?? {};
  return facts;
}

test('an original has its type, size and bytes, and a conversion its type and the pixels that it gives', () => {
  const original = { type: 'image/tiff', width: 3000, height: 2000, bytes: 3_400_000 };
  assert.deepEqual(factsOf('1'), { format: '1', name: 'Original', ...original });
  assert.deepEqual(factsOf('2'), { format: '2', name: 'Web', type: 'image/jpeg', width: 600, height: 400 });
  assert.match(rendition('2')?.url ?? '', /download=7%3A2&version=3$|download=7:2&version=3$/);
});

test('what cannot be known is absent: pixels of drawings, raw pictures and pages, and the default format among several', () => {
  for (const mediaType of ['image/svg+xml', 'image/x-canon-cr2', 'application/pdf', 'video/mp4', ''])
    assert.deepEqual(factsOf('2', { mediaType }), { format: '2', name: 'Web', type: 'image/jpeg' }, mediaType);
  const pdf = { offered: [{ ...format, id: 3, name: 'PDF' }] };
  assert.deepEqual(factsOf('3', pdf), { format: '3', name: 'PDF', type: 'application/pdf' });
  const unknown = { mediaType: '', pixels: undefined, asset: { ...picture.asset, size: 0 } };
  assert.deepEqual(factsOf('1', unknown), { format: '1', name: 'Original' });
  assert.deepEqual(factsOf('download'), { format: 'download' });
  const [first] = picture.offered;
  assert.deepEqual(factsOf('download', { offered: first ? [first] : [] }), {
    ...{ format: 'download', type: 'image/tiff', width: 3000, height: 2000, bytes: 3_400_000 },
  });
});

test('a film has the size of its original', () => {
  const film = { mediaType: 'video/mp4', pixels: { width: 320, height: 180 } };
  assert.partialDeepStrictEqual(factsOf('1', film), { type: 'video/mp4', width: 320, height: 180 });
});

test('pictures that the service draws are JPEG; only of the preview the size is known', () => {
  const asset = { ...picture.asset, preview_width: 1024, preview_height: 683 };
  assert.deepEqual(factsOf('thumb', { asset }), { format: 'thumb', type: 'image/jpeg' });
  assert.partialDeepStrictEqual(factsOf('preview', { asset }), { type: 'image/jpeg', width: 1024, height: 683 });
});

test('formats that the person may not download are left out', () => {
  const [, web] = picture.offered;
  assert.equal(rendition('9'), undefined);
  assert.equal(rendition('download', { asset: { ...picture.asset, downloadable: false } }), undefined);
  assert.equal(rendition('2', { offered: web ? [{ ...web, url: 'https://sign-in.example/' }] : [] }), undefined);
});
