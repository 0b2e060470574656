import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { appForAll, startApp } from '../support/app.ts';

const PORTUGUESE = {
  pt: {
    ...{ 'section.general': 'Dados gerais', 'property.file_size': 'Tamanho' },
    ...{ 'property.creation_date': 'Data de criação', 'category.IMAGE': 'Imagem', 'infofield.100': 'Título' },
    ...{ 'own.key': 'Próprio' },
  },
  'de-CH': { 'section.keywords': 'Stichwörter' },
  en: { 'infofield.105': 'Time of year', 'own.other': 'Other' },
};

interface General {
  readonly general_title: string;
  readonly general: Readonly<Record<string, string>>;
  readonly infofields: readonly { readonly id: string; readonly name: string; readonly value: string }[];
  readonly keywords_title: string;
}

describe('message files', () => {
  const folder = newFolder();
  const file = (name: string, texts: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, typeof texts === 'string' ? texts : JSON.stringify(texts));
    return path;
  };
  const endpoints = {
    press: { messages: [file('press.json', { de: { 'section.general': 'Für die Presse' } })] },
    german: { languages: ['de'] },
    silent: {},
  };
  const app = appForAll({
    ABS_MESSAGES: file('pt.json', PORTUGUESE),
    ABS_DEFAULT_LANGUAGE: 'de',
    ABS_ENDPOINTS: JSON.stringify(endpoints),
  });

  const ask = async <T>(path: string) => ((await (await fetch(`${app.url}/${path}`)).json()) as { data: T }).data;
  const details = (locale: string, base = '') =>
    ask<General>(`${base}asset.do?details=1000&details_keywords=true&locale=${locale}`);
  const strings = (keys: string, locale: string) =>
    ask<Record<string, string>>(`asset.do?${keys.replace(/^|,/g, '&string=')}&locale=${locale}`);

  test('add a language that the catalogue lacks to labels, dates and numbers', async () => {
    const { general_title, general, infofields, keywords_title } = await details('pt');
    assert.deepEqual([general_title, general['Data de criação']], ['Dados gerais', '1 de mai. de 2024, 10:00']);
    assert.equal(infofields.find(({ id }) => id === 'info_101')?.value, '1234,5');
    // Missing from the file: falls back to the default language, which the catalogue's texts have too.
    assert.equal(keywords_title, 'Schlagwörter');
    assert.equal(infofields.find(({ id }) => id === 'info_100')?.value, 'Morgen');
  });

  test('are chosen by the same rules as other languages', async () => {
    assert.equal((await details('pt-BR')).general_title, 'Dados gerais');
    assert.equal((await details('pt_BR')).general_title, 'Dados gerais');
    assert.equal((await details('xx')).general_title, 'Allgemein');
    assert.deepEqual(
      (await ask<{ guiLanguages: unknown }>('node.do?about=true')).guiLanguages,
      'en de fr es it pt de-CH'.split(' '),
    );
  });

  test('in a narrower language than the catalogue’s do not change its texts', async () => {
    const { general_title, infofields, keywords_title } = await details('de-CH');
    assert.deepEqual([keywords_title, general_title], ['Stichwörter', 'Allgemein']);
    assert.equal(infofields.find(({ id }) => id === 'info_100')?.name, 'Titel');
  });

  test('of a base address replace those of the main settings, and are limited to its languages', async () => {
    assert.equal((await details('pt', 'german/')).general_title, 'Allgemein');
    assert.equal((await details('de', 'press/')).general_title, 'Für die Presse');
    assert.equal((await details('pt', 'press/')).general_title, 'Für die Presse');
    assert.equal((await details('pt', 'silent/')).general_title, 'Dados gerais');
  });

  test('override field names of the catalogue, but not those in a better-matching language', async () => {
    const nameIn = async (id: number, locale: string) =>
      (await details(locale)).infofields.find((each) => each.id === `info_${id}`)?.name;
    assert.equal(await nameIn(100, 'pt'), 'Título');
    assert.equal(await nameIn(105, 'en'), 'Time of year');
    assert.equal(await nameIn(105, 'de'), 'Jahreszeit');
    assert.equal(await nameIn(105, 'pt'), 'Jahreszeit');
  });

  test('translate keys named like the properties and categories of the interface', async () => {
    const keys = 'property.creation_date,category.IMAGE,category.image,own.key,own.other,infofield.100';
    assert.deepEqual(await strings(keys, 'pt'), {
      ...{ 'property.creation_date': 'Data de criação', 'category.IMAGE': 'Imagem', 'category.image': 'Imagem' },
      ...{ 'own.key': 'Próprio', 'own.other': 'Other', 'infofield.100': 'Título' },
    });
    assert.deepEqual(await strings('infofield.101,infofield.999,own.key', 'de'), {
      'infofield.101': 'Preis',
      'infofield.999': 'infofield.999',
      'own.key': 'own.key',
    });
  });

  test('have a key for every property and category', async () => {
    const named = [
      ...(await ask<{ id: string; name: string }[]>('asset.do?properties=true')).map(({ id, name }) => [
        `property.${id}`,
        name,
      ]),
      ...(await ask<{ value: string; name: string }[]>('asset.do?file_categories=true')).map(({ value, name }) => [
        `category.${value}`,
        name,
      ]),
    ];
    assert.deepEqual(await strings(named.map(([key]) => key).join(), 'de'), Object.fromEntries(named));
  });

  test('that are none prevent the start, for a base address too', async () => {
    for (const [texts, message] of [
      [[], /wrong.json: a message file is an object of languages/],
      ['{', /wrong.json: this message file can't be read: line 1, column 2: expected a key in quotation marks/],
      [{ de_CH: {} }, /wrong.json: "de_CH" is not a language tag like en or de-CH/],
    ] as const) {
      const messages = [file('wrong.json', texts)];
      await assert.rejects(startApp({ ABS_ENDPOINTS: JSON.stringify({ own: { messages } }) }), message);
    }
  });
});

test('fields with the longest IDs have a key, too', async () => {
  const id = Number.MAX_SAFE_INTEGER;
  await using app = await startApp(
    {},
    { languages: ['en'], default_language: 'en', info_fields: [{ id, name: 'Title', type: 'text', on: ['asset'] }] },
  );
  const { data } = await (await fetch(`${app.url}/asset.do?string=infofield.${id}&string=infofield.${id}0`)).json();
  assert.deepEqual(data, { [`infofield.${id}`]: 'Title', [`infofield.${id}0`]: `infofield.${id}0` });
});
