import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc, { forAll } from '../../core/test/support/fast-check.ts';
import { visibleName } from '../src/catalogue/visible-name.ts';
import { LANGUAGES, loadTexts } from '../src/texts/texts.ts';
import { cutName } from '../src/theme/cut-name.ts';

test('the first name that can be seen is taken, and a text stands in for names that nobody can see', async () => {
  const say = await loadTexts('en');
  for (const blank of ['', ' ', '\t\n', '\u00a0\u2003', '\u200b\u200d\ufeff', '\u00ad', '\u3164', undefined]) {
    assert.equal(visibleName(say, blank), '(no name)', JSON.stringify(blank));
    assert.equal(visibleName(say, blank, 'Lake'), 'Lake');
  }
  for (const name of ['.', '0', ' a ', '名', '👩‍👩‍👧', 'e\u0301']) assert.equal(visibleName(say, name, 'Lake'), name);
});

test('a name is cut within no letter, so that its two parts are the name', () => {
  forAll(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), (name) => {
    const cut = cutName(name);
    if (typeof cut === 'string') return assert.equal(cut, name);
    const [start, end] = cut.values as [string, string];
    assert.equal(start + end, name);
    assert.doesNotMatch(end, /^[\p{M}\uDC00-\uDFFF]/u);
  });
  assert.equal(cutName('short.jpg'), 'short.jpg');
});

test('the text that stands in for a name is another one in each language', async () => {
  const texts = await Promise.all(LANGUAGES.map(async (language) => visibleName(await loadTexts(language), ' ')));
  assert.equal(new Set(texts).size, LANGUAGES.length);
});
