import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openRecentPictures } from '../../src/renditions/recent-pictures.ts';
import { planFor } from './pictures.ts';

const picture = (bytes: number) => ({
  bytes: new Uint8Array(bytes),
  width: 1,
  height: 1,
  pages: 1,
  etag: 'x',
  placeholder: false,
});

test('a picture is found by its source and every number of its plan', () => {
  const recent = openRecentPictures({ megabytes: 1 });
  const kept = picture(10);
  recent.keep('a', planFor(), kept);
  assert.equal(recent.find('a', planFor()), kept);
  assert.equal(recent.find('b', planFor()), undefined);
  for (const [name, value] of Object.entries(planFor())) {
    const other = { ...planFor(), [name]: typeof value === 'number' ? value + 1 : '#000000' };
    assert.equal(recent.find('a', other), undefined, name);
  }
});

test('pictures asked for least recently go first, and a large one alone may not stay', () => {
  const recent = openRecentPictures({ megabytes: 1 });
  for (const source of ['a', 'b', 'b', 'c']) recent.keep(source, planFor(), picture(340_000));
  recent.find('a', planFor());
  recent.keep('d', planFor(), picture(340_000));
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((source) => recent.find(source, planFor()) !== undefined),
    [true, false, true, true],
  );
  recent.keep('e', planFor(), picture(2_000_000));
  assert.equal(recent.find('e', planFor()), undefined);
});
