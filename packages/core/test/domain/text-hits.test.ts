import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../../columnar/test/random.ts';
import { readFullText } from '../../src/domain/full-text.ts';
import { boxesOf, type Run } from '../../src/domain/page-words.ts';
import { hitsOf } from '../../src/domain/text-hits.ts';

const hits = (pages: readonly string[], search: string, most = 100) =>
  hitsOf({ pages, hasPages: true }, readFullText(search), most);

test('every place of a term is a hit in the order of the text, and overlapping ones are one', () => {
  const pages = ['The old mill. A mill', 'no', 'old old mill'];
  const places = (search: string) => hits(pages, search).hits.map(({ page, start, end }) => [page, start, end]);
  assert.deepEqual(places('mill'), [
    [0, 8, 12],
    [0, 16, 20],
    [2, 8, 12],
  ]);
  assert.deepEqual(places('"old mill" mill old -no'), [
    [0, 4, 12],
    [0, 16, 20],
    [2, 0, 3],
    [2, 4, 12],
  ]);
  assert.deepEqual(places('"mill no"'), []);
  assert.deepEqual(places('-mill'), []);
});

test('so many hits are returned as are wanted, and all are counted', () => {
  const { hits: found, total } = hits(['boat '.repeat(1000)], 'bo*', 3);
  assert.equal(total, 1000);
  assert.equal(found.length, 3);
  for (const { text, marks } of found) {
    assert.ok(text.length <= 200);
    assert.deepEqual(
      marks.map(([from, to]) => text.slice(from, to)),
      ['boat'],
    );
  }
});

test('the number of hits is that of the words that are the term', () => {
  const random = seeded(5);
  for (let round = 0; round < 50; round++) {
    const words = Array.from({ length: random.between(1, 60) }, () =>
      random.pick(['sea', 'Sea', 'boat', 'seas', 'ÆRØ']),
    );
    const { total, hits: found } = hits([words.join(random.pick([' ', ', ', '\n']))], 'sea aero');
    const expected = words.filter((word) => /^(?:sea|ærø)$/i.test(word)).length;
    assert.equal(total, expected);
    assert.equal(found.length, expected);
  }
});

test('a hit has a box in each of its lines, and of a part of a word its share', () => {
  const text = 'old mill stream';
  const runs: readonly Run[] = [
    [0, 3, 1000, 2000, 1600, 2200],
    [4, 8, 1700, 2000, 2500, 2210],
    [9, 15, 1000, 2300, 2000, 2500],
  ];
  assert.deepEqual(boxesOf({ text, runs }, 0, 8), [[0.1, 0.2, 0.15, 0.021]]);
  assert.deepEqual(boxesOf({ text, runs }, 4, 15), [
    [0.17, 0.2, 0.08, 0.021],
    [0.1, 0.23, 0.1, 0.02],
  ]);
  assert.deepEqual(boxesOf({ text, runs }, 4, 6), [[0.17, 0.2, 0.04, 0.021]]);
  assert.deepEqual(boxesOf({ text, runs }, 3, 4), []);
});
