import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialsOf, makePinCode, meanRating, PIN_ALPHABET, PIN_LENGTH, readPinCode } from '../../src/domain/people.ts';
import fc, { forAll } from '../support/fast-check.ts';

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

test('the mean of fractional ratings is within half a hundredth of the exact mean', () => {
  forAll(fc.array(fc.double({ min: 1, max: 5, noNaN: true }), { minLength: 1, maxLength: 100 }), (ratings) => {
    const mean = meanRating(new Map(ratings.map((rating) => [rating, 1])));
    const distinct = [...new Set(ratings)];
    const real = distinct.reduce((sum, each) => sum + each, 0) / distinct.length;
    assert.ok(Math.abs(mean - real) <= 0.005 + 1e-9, `${mean} of ${real}`);
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

test('a code has at least 50 bits, and is accepted in lower case and groups too', () => {
  assert.ok(Math.log2(PIN_ALPHABET.length) * PIN_LENGTH >= 50);
  assert.equal(new Set(PIN_ALPHABET).size, PIN_ALPHABET.length);
  forAll(fc.array(fc.nat(), { minLength: PIN_LENGTH, maxLength: PIN_LENGTH }), (numbers) => {
    const drawn = [...numbers];
    const code = makePinCode((below) => (drawn.shift() ?? 0) % below);
    assert.equal(readPinCode(code), code);
    assert.equal(readPinCode(code.toLowerCase().replace(/(.{4})(?=.)/g, '$1-')), code);
  });
});

test('other texts are not codes', () => {
  const wrong = ['', 'AAAAAAAAAAA', 'AAAAAAAAAAAAA', 'AAAAAAAAAAA0', 'AAAAAAAAAAA ', 'AAAAAAAAAAAÄ', 'ſſſſſſſſſſſſ'];
  for (const text of wrong) assert.equal(readPinCode(text), undefined, text);
});
