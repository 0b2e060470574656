import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldName, formatNumber, type Reader } from '../../src/domain/field-values.ts';
import { openMessages } from '../../src/domain/messages.ts';
import type { InfoField } from '../../src/domain/model.ts';
import { textIn } from '../../src/domain/text.ts';
import fc, { forAll } from '../support/fast-check.ts';

test('a formatted number has every digit of the number, however small', () => {
  assert.equal(formatNumber(1.5e-30, 'de'), '0,0000000000000000000000000000015');
  assert.equal(formatNumber(5e-324, 'de'), '5E-324');
  assert.equal(formatNumber(-1.25e-90, 'de'), '-1,25E-90');
  assert.equal(formatNumber(1e21, 'en'), '1000000000000000000000');
  assert.equal(formatNumber(0, 'en'), '0');
  forAll(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
    assert.equal(Number(formatNumber(value, 'en')), value);
    assert.equal(Number(formatNumber(value, 'de').replace(',', '.')), value);
  });
});

test('names of fields are looked for in the languages of all other texts, and then in those of messages', () => {
  const model = { languages: ['fr', 'en', 'de-AT'], defaultLanguage: 'de' };
  const nameIn = (name: InfoField['name'], locale: string, language: string, own = {}) => {
    const labels = openMessages([own]).in(language, model);
    return fieldName({ id: 1, name } as InfoField, { model, locale, labels } as unknown as Reader);
  };
  const marille = { en: 'Apricot', 'de-AT': 'Marille' };
  for (const name of [marille, { en: 'Apricot', fr: 'Abricot' }, { es: 'x', en: 'Apricot' }])
    for (const language of ['es', 'pt', 'de'])
      assert.equal(nameIn(name, 'de', language), textIn(name, 'de', model), language);
  assert.equal(nameIn(marille, 'de', 'es'), 'Marille');
  assert.equal(nameIn(marille, 'de', 'es', { es: { 'infofield.1': 'Albaricoque' } }), 'Albaricoque');
  assert.equal(nameIn('Apricot', 'de', 'es', { en: { 'infofield.1': 'Fruit' } }), 'Fruit');
});
