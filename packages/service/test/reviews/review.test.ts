import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../../core/test/support/fast-check.ts';
import { initialsOf } from '../../src/reviews/initials.ts';
import { meanRating } from '../../src/reviews/store/review.ts';

test('the mean is computed from whole hundredths, rounded half up, in any order', () => {
  forAll(fc.array(fc.integer({ min: 100, max: 500 }), { minLength: 1, maxLength: 200 }), (hundredths) => {
    const counts = new Map<number, number>();
    for (const each of hundredths) counts.set(each / 100, (counts.get(each / 100) ?? 0) + 1);
    const sum = hundredths.reduce((all, each) => all + each, 0);
    const expected = Math.floor((2 * sum + hundredths.length) / (2 * hundredths.length)) / 100;
    assert.equal(meanRating(counts), expected);
    assert.equal(meanRating(new Map([...counts].reverse())), expected);
  });
});

test('a mean halfway between two hundredths rounds up, where floats would fall below', () => {
  assert.equal(meanRating(new Map([[2.675, 1]])), 2.68);
  assert.equal(meanRating(new Map([[1.005, 7]])), 1.01);
  assert.equal(meanRating(new Map()), 0);
  assert.equal(meanRating(new Map([[3, 0]])), 0);
});

test('initials are the first graphemes of the first and last word', () => {
  const names: [string, string][] = [
    ['Ada Lovelace', 'AL'],
    ['Service', 'S'],
    ['jean-luc de la tour', 'JT'],
    ['山田 太郎', '山太'],
    ['שלום עליכם', 'שע'],
    ['‏محمد علي', 'مع'],
    ['Åsa Öberg', 'ÅÖ'],
    ['क्षितिज नायर', 'क्षिना'],
    ['ßeta', 'ß'],
    ['(3D) team', '3T'],
    ['👩‍👩‍👧 ', '👩‍👩‍👧'],
    ['<b>Eve</b>', 'BB'],
    ['', ''],
    ['  ', ''],
  ];
  for (const [name, initials] of names) assert.equal(initialsOf(name).normalize('NFC'), initials, name);
});

test('initials of any name are at most two graphemes, and well formed', () => {
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
  forAll(fc.string({ unit: 'grapheme' }), (name) => {
    const initials = initialsOf(name);
    assert.ok([...graphemes.segment(initials)].length <= 2, initials);
    assert.ok(initials.isWellFormed());
  });
});
