import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibleName } from '../src/catalogue/visible-name.ts';
import { LANGUAGES, loadTexts } from '../src/texts/texts.ts';

test('the first name that can be seen is taken, and a text stands in for names that nobody can see', async () => {
  const say = await loadTexts('en');
  for (const blank of ['', ' ', '\t\n', '\u00a0\u2003', '\u200b\u200d\ufeff', '\u00ad', '\u3164', undefined]) {
    assert.equal(visibleName(say, blank), '(no name)', JSON.stringify(blank));
    assert.equal(visibleName(say, blank, 'Lake'), 'Lake');
  }
  for (const name of ['.', '0', ' a ', '名', '👩‍👩‍👧', 'e\u0301']) assert.equal(visibleName(say, name, 'Lake'), name);
});

test('the text that stands in for a name is another one in each language', async () => {
  const texts = await Promise.all(LANGUAGES.map(async (language) => visibleName(await loadTexts(language), ' ')));
  assert.equal(new Set(texts).size, LANGUAGES.length);
});
