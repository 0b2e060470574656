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

test('a name is cut before its last words or letters, within no letter, so that its two parts are the name', () => {
  const partsOf = (name: string) => {
    const cut = cutName(name);
    return typeof cut === 'string' ? [cut] : (cut.values as string[]);
  };
  forAll(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), (name) => {
    const [start = '', end = ''] = partsOf(name);
    assert.equal(start + end, name);
    assert.doesNotMatch(end, /^[\p{M}\uDC00-\uDFFF]/u);
  });
  for (const parts of [
    ['short.jpg'],
    ['Old Town – above the roofs,', ' before dawn'],
    ['old-town_above-the', '-roofs_004.jpg'],
    ['Donaudampfschiff', 'fahrtskapitn'],
  ])
    assert.deepEqual(partsOf(parts.join('')), parts);
});

test('the text that stands in for a name is another one in each language', async () => {
  const texts = await Promise.all(LANGUAGES.map(async (language) => visibleName(await loadTexts(language), ' ')));
  assert.equal(new Set(texts).size, LANGUAGES.length);
});
