import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainQuotes, readFullText } from '../../src/domain/full-text.ts';
import { wordsOf } from '../../src/domain/words.ts';
import fc, { forAll } from '../support/fast-check.ts';

const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const plain = { isPrefix: false, isExcluded: false };

test('every text is valid syntax, and its terms hold its words in order', () => {
  forAll(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
    const terms = readFullText(text);
    for (const { words } of terms) assert.ok(words.length > 0);
    const unlike = (words: readonly string[]) => [...new Set(words)];
    const expected = unlike(
      plainQuotes(text)
        .split(/[\s"]+/)
        .flatMap(wordsOf),
    );
    assert.deepEqual(unlike(terms.flatMap(({ words }) => words)), expected);
  });
});

test('words, prefixes, phrases and exclusions are parsed as written', () => {
  const term = fc.oneof(
    word.map((text) => ({ written: text, term: { ...plain, words: [text] } })),
    word.map((text) => ({ written: `${text}*`, term: { ...plain, words: [text], isPrefix: true } })),
    word.map((text) => ({ written: `-${text}`, term: { ...plain, words: [text], isExcluded: true } })),
    fc
      .array(word, { minLength: 1, maxLength: 4 })
      .map((words) => ({ written: `"${words.join(' ')}"`, term: { ...plain, words } })),
    fc.tuple(word, word).map(([a, b]) => ({ written: `${a}_${b}.jpg`, term: { ...plain, words: [a, b, 'jpg'] } })),
  );
  forAll(fc.uniqueArray(term, { maxLength: 8, selector: ({ term: each }) => JSON.stringify(each) }), (terms) => {
    const read = readFullText(terms.map(({ written }) => written).join(' '));
    const expected = terms.map((each) => each.term);
    assert.deepEqual(read, expected);
  });
});

test('in prefix mode, plain terms become prefixes and all others are unchanged', () => {
  const limited = readFullText('lak IMG_20 sea* -boat "old tree" "oak"* lak*', { asPrefixes: true });
  assert.deepEqual(limited, readFullText('lak* IMG_20* sea* -boat "old tree" "oak"*'));
});

test('double quotes of any language make phrases, single ones none', () => {
  for (const quoted of [
    ...['“a b”', '„a b“', '”a b”', '« a b »', '»a b«', '「a b」', '『a b』', '〝a b〟', '＂a b＂', '｢a b｣'],
  ]) {
    assert.deepEqual(readFullText(`x ${quoted}* -${quoted}`), readFullText('x "a b"* -"a b"'));
  }
  assert.deepEqual(readFullText('‘a b’ ‹c d› l’été'), readFullText("'a b' c d l'ete"));
});

test('duplicate terms are dropped', () => assert.equal(readFullText('a a A -a a* "a" a').length, 3));

test('text without a word is not a term, and an unclosed quote extends to the end', () => {
  assert.deepEqual(readFullText(' - * "" -"" +/! '), []);
  assert.deepEqual(readFullText('-"two words'), [{ words: ['two', 'words'], isPrefix: false, isExcluded: true }]);
  assert.deepEqual(readFullText('"two wor"*'), [{ words: ['two', 'wor'], isPrefix: true, isExcluded: false }]);
});
