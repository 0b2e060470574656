import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentPictures } from '../../src/pictures/recent-pictures.ts';
import { planFor } from './pictures.ts';

const picture = (bytes: number) => ({
  bytes: new Uint8Array(bytes),
  width: 1,
  height: 1,
  pages: 1,
  natural: { width: 10, height: 10 },
  format: 'jpg' as const,
  etag: 'x',
  kind: 'picture' as const,
  isPlaceholder: false,
});

const source = (sha256: string, properties = {}) => ({
  sha256,
  properties: { mediaType: 'text/plain', width: 0, height: 0, pages: 0, ...properties },
});

test('a picture is found by its source, its media type, and every number of its plan', () => {
  const recent = new RecentPictures({ megabytes: 1 });
  const added = picture(10);
  recent.add(source('a'), planFor(), added);
  assert.equal(recent.find(source('a'), planFor()), added);
  assert.equal(recent.find(source('b'), planFor()), undefined);
  for (const [name, value] of Object.entries(planFor())) {
    const other = { ...planFor(), [name]: typeof value === 'number' ? value + 1 : '#000000' };
    assert.equal(recent.find(source('a'), other), undefined, name);
  }
  for (const properties of [{ mediaType: 'text/csv' }, { width: 1 }, { height: 1 }, { pages: 1 }])
    assert.equal(recent.find(source('a', properties), planFor()), undefined, JSON.stringify(properties));
});

test('the least recently used pictures are evicted first, and a picture that is too large is not cached', () => {
  const recent = new RecentPictures({ megabytes: 1 });
  for (const name of ['a', 'b', 'b', 'c']) recent.add(source(name), planFor(), picture(340_000));
  recent.find(source('a'), planFor());
  recent.add(source('d'), planFor(), picture(340_000));
  const found = ['a', 'b', 'c', 'd'].map((name) => recent.find(source(name), planFor()) !== undefined);
  assert.deepEqual(found, [true, false, true, true]);
  recent.add(source('e'), planFor(), picture(2_000_000));
  assert.equal(recent.find(source('e'), planFor()), undefined);
});
