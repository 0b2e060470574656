import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, wordsOf } from '../../src/domain/words.ts';
import fc, { codePoint } from '../support/fast-check.ts';

const text = fc.oneof(fc.string({ unit: codePoint }), fc.string({ unit: 'grapheme' }), fc.string());

test('folding removes case and diacritics in every script that has them', () => {
  const pairs = [
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['STRASSE', 'strasse'],
    ['GROẞ', 'gross'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Ὀδός', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['Ёлка', 'елка'],
    ['ﬁlm', 'film'],
    ['Cafe\u0301', 'cafe'],
    ['Smørrebrød', 'smorrebrod'],
    ['مُحَمَّد', 'محمد'],
  ] as const;
  for (const [given, folded] of pairs) assert.equal(fold(given), folded);
});

test('marks that are part of a letter stay', () => {
  assert.notEqual(fold('が'), fold('か'));
  assert.deepEqual(wordsOf('हिन्दी भाषा'), ['हिन्दी', 'भाषा']);
});

test('words are split at everything that is neither letter nor digit', () => {
  assert.deepEqual(wordsOf('IMG_2043.jpg'), ['img', '2043', 'jpg']);
  assert.deepEqual(wordsOf("  L'Été — 1920×1080 "), ['l', 'ete', '1920', '1080']);
  assert.deepEqual(wordsOf('北京 2008'), ['北京', '2008']);
  assert.deepEqual(wordsOf('-- _ ́ !'), []);
});

test('emoji are separate words, whatever joins them', () => {
  assert.deepEqual(wordsOf('I❤️NY'), ['i', '❤', 'ny']);
  assert.deepEqual(wordsOf('👍🏽👍'), ['👍', '👍']);
  assert.deepEqual(wordsOf('👨‍👩‍👧.jpg'), ['👨', '👩', '👧', 'jpg']);
});

test('folding is idempotent', () => {
  fc.assert(
    fc.property(text, (given) => assert.equal(fold(fold(given)), fold(given))),
    { numRuns: 500 },
  );
});

test('words hold no separator, and splitting them again gives the same words', () => {
  fc.assert(
    fc.property(text, (given) => {
      const words = wordsOf(given);
      for (const word of words) assert.match(word, /^(?:[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic})$/v);
      assert.deepEqual(wordsOf(words.join(' ')), words);
    }),
    { numRuns: 500 },
  );
});

test('the words of two texts joined by a space are the words of both', () => {
  fc.assert(fc.property(text, text, (a, b) => assert.deepEqual(wordsOf(`${a} ${b}`), [...wordsOf(a), ...wordsOf(b)])));
});

test('every code point folds to a stable form', () => {
  for (let code = 0; code < 0x30000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const folded = fold(String.fromCodePoint(code));
    if (fold(folded) !== folded) assert.fail(`U+${code.toString(16)}`);
  }
});
