import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFullText } from '../../src/domain/full-text.ts';
import { fold, wordsOf } from '../../src/domain/words.ts';
import fc, { codePoint, forAll, forRuns } from '../support/fast-check.ts';

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
    ['مـحـمـد', 'محمد'],
    ['Ærø Œuvre ǽ', 'aero oeuvre ae'],
    ['Pfle\u00ADge\u2060heim', 'pflegeheim'],
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
  assert.deepEqual(wordsOf('می\u200Cخواهم'), ['میخواهم']);
  assert.deepEqual(wordsOf('a\u200Bb'), ['a', 'b']);
  assert.deepEqual(wordsOf('-- _ ́ !'), []);
});

test('each letter and each sign of a script without spaces is a word', () => {
  for (const text of ['北京二〇二四年', 'データベース', 'ひらがな々〆', 'กินข้าว', 'ພາສາລາວ', 'ភាសាខ្មែរ', 'မြန်မာစာ']) {
    assert.deepEqual(wordsOf(text), [...text]);
    assert.deepEqual(wordsOf(`Am${text}2008x`), ['am', ...text, '2008x']);
  }
  assert.deepEqual(wordsOf('ﾃﾞｰﾀ 東京Tower 한국어'), ['デ', 'ー', 'タ', '東', '京', 'tower', '한국어']);
  assert.deepEqual(wordsOf('ปี๒๕๖๗'), ['ป', 'ี', '๒๕๖๗']);
});

test('emoji are separate words, whatever joins them', () => {
  assert.deepEqual(wordsOf('I❤️NY'), ['i', '❤', 'ny']);
  assert.deepEqual(wordsOf('👍🏽👍'), ['👍', '👍']);
  assert.deepEqual(wordsOf('👨‍👩‍👧.jpg'), ['👨', '👩', '👧', 'jpg']);
  assert.deepEqual(wordsOf('🇩🇪🇫🇷a🇮'), ['🇩🇪', '🇫🇷', 'a']);
  assert.deepEqual(wordsOf('Stop‼️ Wait⁉ Acme™ⓂⓜℹInfo㊗㊙🅰7️⃣'), [
    ...['stop', '‼', 'wait', '⁉', 'acme', '™', 'Ⓜ', 'm', 'ℹ', 'info', '㊗', '㊙', '🅰', '7'],
  ]);
  for (let code = 0; code < 0x20000; code++) {
    const emoji = String.fromCodePoint(code);
    if (!/\p{Extended_Pictographic}/v.test(emoji)) continue;
    assert.deepEqual(wordsOf(`a${emoji}b`), ['a', emoji, 'b']);
    assert.deepEqual(readFullText(`-${emoji}*`), [{ words: [emoji], isPrefix: true, isExcluded: true }]);
  }
});

test('folding is idempotent', () => forRuns(500, text, (given) => assert.equal(fold(fold(given)), fold(given))));

test('words hold no separator, and splitting them again gives the same words', () => {
  forRuns(500, text, (given) => {
    const words = wordsOf(given);
    for (const word of words) assert.match(word, /^(?:[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}|\p{RI}{2})$/v);
    assert.deepEqual(wordsOf(words.join(' ')), words);
  });
});

test('the words of two texts joined by a space are the words of both', () =>
  forAll(text, text, (a, b) => assert.deepEqual(wordsOf(`${a} ${b}`), [...wordsOf(a), ...wordsOf(b)])));

test('every code point folds to a stable form', () => {
  for (let code = 0; code < 0x30000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const folded = fold(String.fromCodePoint(code));
    if (fold(folded) !== folded) assert.fail(`U+${code.toString(16)}`);
  }
});
