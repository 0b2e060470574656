import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EN, type MessageKey } from '../../src/domain/messages/en.ts';
import { BUILT_IN_TEXTS } from '../../src/domain/messages.ts';

const KEYS = Object.keys(EN) as MessageKey[];

/** Texts that are the same words in a language as in English. */
const LIKE_ENGLISH: Readonly<Record<string, readonly MessageKey[]>> = {
  de: [
    'property.name',
    'property.dpi',
    'property.version',
    'category.video',
    'category.audio',
    'category.text',
    'category.3d',
    'orientation.panorama',
    'pin.format',
    'pin.original',
  ],
  fr: [
    'property.extension',
    'property.pages',
    'property.version',
    'category.image',
    'category.document',
    'category.audio',
    'category.3d',
    'orientation.portrait',
    'orientation.panorama',
    'player.position',
    'player.volume',
    'pin.format',
    'pin.original',
  ],
  es: ['category.audio', 'category.3d', 'orientation.panorama', 'value.no', 'pin.original'],
  it: [
    'category.video',
    'category.audio',
    'category.3d',
    'orientation.panorama',
    'value.no',
    'player.volume',
    'player.pip',
    'pin.file',
  ],
};

const placeholdersIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

for (const [language, texts] of Object.entries(BUILT_IN_TEXTS).filter(([each]) => each !== 'en')) {
  test(`every text of the service exists in ${language}, with the placeholders of the English one`, () => {
    assert.deepEqual(Object.keys(texts).toSorted(), KEYS.toSorted());
    for (const key of KEYS) assert.deepEqual(placeholdersIn(texts[key]), placeholdersIn(EN[key]), key);
  });

  test(`no text in ${language} was left in English`, () => {
    const same = KEYS.filter((key) => texts[key] === EN[key]);
    assert.deepEqual(same, LIKE_ENGLISH[language]);
  });

  // The map form of `details` has the names of properties as keys, so two equal ones would hide a value.
  test(`no two properties have the same name in ${language}`, () => {
    const names = KEYS.filter((key) => key.startsWith('property.')).map((key) => texts[key]);
    assert.equal(new Set(names).size, names.length);
  });
}

test('apostrophes are typographic, and French has narrow spaces before high punctuation marks', () => {
  for (const [language, texts] of Object.entries(BUILT_IN_TEXTS)) {
    for (const text of Object.values(texts)) {
      assert.doesNotMatch(text, /['"]/, language);
      if (language === 'fr') assert.doesNotMatch(text, /[^\u202f][?!:;»]|«[^\u202f]/);
    }
  }
});
