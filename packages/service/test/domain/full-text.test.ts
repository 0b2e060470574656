import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainQuotes, readFullText } from '../../src/domain/full-text.ts';
import { wordsOf } from '../../src/domain/words.ts';
import fc from '../support/fast-check.ts';

const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const plain = { isPrefix: false, isExcluded: false };

test('every text is valid syntax, and its terms hold its words in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const terms = readFullText(text);
      for (const { words } of terms) assert.ok(words.length > 0);
      const unlike = (words: readonly string[]) => [...new Set(words)];
      assert.deepEqual(
        unlike(terms.flatMap(({ words }) => words)),
        unlike(
          plainQuotes(text)
            .split(/[\s"]+/)
            .flatMap(wordsOf),
        ),
      );
    }),
  );
});

test('words, prefixes, phrases and exclusions are parsed as written', () => {
  const term = fc.oneof(
    word.map((text) => ({ written: text, term: { ...plain, words: [text] } })),
    word.map((text) => ({ written: `${text}*`, term: { ...plain, words: [text], isPrefix: true } })),
    word.map((text) => ({ written: `-${text}`, term: { ...plain, words: [text], isExcluded: true } })),
    fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => ({
      written: `"${words.join(' ')}"`,
      term: { ...plain, words },
    })),
    fc.tuple(word, word).map(([a, b]) => ({ written: `${a}_${b}.jpg`, term: { ...plain, words: [a, b, 'jpg'] } })),
  );
  fc.assert(
    fc.property(fc.uniqueArray(term, { maxLength: 8, selector: ({ term: each }) => JSON.stringify(each) }), (terms) => {
      assert.deepEqual(
        readFullText(terms.map(({ written }) => written).join(' ')),
        terms.map((each) => each.term),
      );
    }),
  );
});

test('in prefix mode, plain terms become prefixes and all others are unchanged', () => {
  assert.deepEqual(
    readFullText('lak IMG_20 sea* -boat "old tree" "oak"* lak*', { asPrefixes: true }),
    readFullText('lak* IMG_20* sea* -boat "old tree" "oak"*'),
  );
});

test('double quotes of any language make phrases, single ones none', () => {
  for (const quoted of [
    '“a b”',
    '„a b“',
    '”a b”',
    '« a b »',
    '»a b«',
    '「a b」',
    '『a b』',
    '〝a b〟',
    '＂a b＂',
    '｢a b｣',
  ]) {
    assert.deepEqual(readFullText(`x ${quoted}* -${quoted}`), readFullText('x "a b"* -"a b"'));
  }
  assert.deepEqual(readFullText('‘a b’ ‹c d› l’été'), readFullText("'a b' c d l'ete"));
});

test('duplicate terms are dropped', () => {
  assert.equal(readFullText('a a A -a a* "a" a').length, 3);
});

test('text without a word is not a term, and an unclosed quote extends to the end', () => {
  assert.deepEqual(readFullText(' - * "" -"" +/! '), []);
  assert.deepEqual(readFullText('-"two words'), [{ words: ['two', 'words'], isPrefix: false, isExcluded: true }]);
  assert.deepEqual(readFullText('"two wor"*'), [{ words: ['two', 'wor'], isPrefix: true, isExcluded: false }]);
});
