// Needs a process of its own, to which no other file has added the second part of the texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes } from '../src/texts/bytes.ts';
import { EN, type Text, type TextMap } from '../src/texts/en.ts';
import { EN_LATER } from '../src/texts/en-later.ts';
import { withReadersRegion } from '../src/texts/language-tag.ts';
import { addTexts, chooseLanguage, formatDate, formatNumber, LANGUAGES, loadTexts } from '../src/texts/texts.ts';

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
    for (const [key, text] of Object.entries(ALL)) assert.deepEqual(namesIn(texts[key] ?? ''), namesIn(text), key);
  });
}

test('numbers select the plural form and are written as the language writes them', async () => {
  const english = await loadTexts('en');
  assert.equal(english('assets.count', { count: 1 }), '1 item');
  assert.equal(english('assets.count', { count: 12_345 }), '12,345 items');
  const german = await loadTexts('de');
  assert.equal(german('assets.count', { count: 12_345 }), '12.345 Objekte');
  const swiss = await loadTexts('de', {}, 'de-CH');
  assert.match(swiss('assets.count', { count: 12_345 }), /^12['’]345 Objekte$/);
  assert.equal((await loadTexts('en', {}, 'pl'))('assets.count', { count: 12_345 }), '12,345 items');
});

test('each English text is in exactly one of the two parts, and the second part is available after it was added', async () => {
  const twice = Object.keys(EN).filter((key) => key in EN_LATER);
  assert.deepEqual(twice, []);
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

test('sizes and days are written by the rules of each language, in whatever order the languages are used', () => {
  const day = Date.UTC(2026, 2, 5, 12);
  for (let time = 0; time < 2; time += 1) {
    const sizes = [1, 999, 3_400_000, 34_000_000].map((bytes) => formatBytes(bytes, 'en'));
    assert.deepEqual(sizes, ['1 byte', '999 bytes', '3.4 MB', '34 MB']);
    assert.match(formatBytes(3_400_000, 'de'), /^3,4\sMB$/);
    assert.deepEqual([formatDate(day, 'en-GB', 'UTC'), formatDate(day, 'de', 'UTC')], ['5 Mar 2026', '05.03.2026']);
    assert.equal(formatDate(day, 'en-US', 'Pacific/Kiritimati'), 'Mar 6, 2026');
    assert.deepEqual([formatNumber(1500.5, 'es-MX'), formatNumber(1500.5, 'de')], ['1,500.5', '1.500,5']);
  }
});

test('a language without a region has that of the reader, unless the tag is another choice', () => {
  const languages = ['en-US@posix', 'fr', 'en-GB', 'de-AT', 'en-US'];
  Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });
  const regional = ['en', 'de', 'en-NZ', 'it', 'fr'].map((tag) => withReadersRegion(tag));
  assert.deepEqual(regional, ['en-GB', 'de-AT', 'en-NZ', 'it', 'fr']);
  assert.equal(withReadersRegion('de', ['de', 'de_AT']), 'de');
});
