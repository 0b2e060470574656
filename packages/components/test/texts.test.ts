import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EN, type Text, type TextMap } from '../src/texts/en.ts';
import { EN_LATER } from '../src/texts/en-later.ts';
import { addTexts, chooseLanguage, LANGUAGES, loadTexts } from '../src/texts/texts.ts';

/** The texts that every language has. */
const ALL: TextMap = { ...EN, ...EN_LATER };

/** Names in braces of all forms of a text. */
function namesIn(text: Text): readonly string[] {
  const forms = typeof text === 'string' ? [text] : Object.values(text);
  return [
    ...new Set(forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))),
  ].toSorted();
}

for (const language of LANGUAGES.filter((each) => each !== 'en')) {
  test(`every text exists in ${language}, with the same values`, async () => {
    const module = await import(`../src/texts/${language}.ts`);
    const texts: Readonly<Record<string, Text>> = module[language.toUpperCase()];
    assert.deepEqual(Object.keys(texts).toSorted(), Object.keys(ALL).toSorted());
    for (const [key, text] of Object.entries(ALL)) {
      assert.deepEqual(namesIn(texts[key] ?? ''), namesIn(text), key);
    }
  });
}

test('numbers select the plural form and are written as the language writes them', async () => {
  const english = await loadTexts('en');
  assert.equal(english('assets.count', { count: 1 }), '1 item');
  assert.equal(english('assets.count', { count: 12_345 }), '12,345 items');
  const german = await loadTexts('de');
  assert.equal(german('assets.count', { count: 12_345 }), '12.345 Objekte');
});

test('each text stands in one of the two parts of English, and the second one is there once it is added', async () => {
  assert.deepEqual(
    Object.keys(EN).filter((key) => key in EN_LATER),
    [],
  );
  const say = await loadTexts('en');
  assert.equal(say('viewer.close'), 'viewer.close');
  addTexts(EN_LATER);
  assert.equal(say('viewer.close'), EN_LATER['viewer.close']);
});

test('a page may replace single texts', async () => {
  const say = await loadTexts('de', { 'sign-in.title': 'Willkommen' });
  assert.equal(say('sign-in.title'), 'Willkommen');
  assert.equal(say('sign-in.submit'), 'Anmelden');
});

test('the first language that has texts is chosen, else English', () => {
  assert.equal(chooseLanguage(['', 'pl', 'de-AT', 'fr']), 'de');
  assert.equal(chooseLanguage(['zh-Hant']), 'en');
});
