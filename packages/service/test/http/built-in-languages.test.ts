import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { appForAll } from '../support/app.ts';

/** What an asset and a PIN say in a language. */
const SAMPLES = {
  fr: {
    details: ['Informations générales', 'Champs d’information', 'Mots-clés', '3 ko', 'Oui'],
    pin: ['Des fichiers pour vous', '2 fichiers', 'Disponible jusqu’au 19 avr. 2026', 'Tout télécharger'],
    notice: 'Il n’y a rien à cette adresse',
  },
  es: {
    details: ['Información general', 'Campos de información', 'Palabras clave', '3 kB', 'Sí'],
    pin: ['Archivos para usted', '2 archivos', 'Disponible hasta el 19 abr 2026', 'Descargar todo'],
    notice: 'No hay nada en esta dirección',
  },
  it: {
    details: ['Informazioni generali', 'Campi informativi', 'Parole chiave', '3 kB', 'Sì'],
    pin: ['File per te', '2 file', 'Scadenza: 19 apr 2026', 'Scarica tutto'],
    notice: 'Non c’è nulla a questo indirizzo',
  },
} as const;

describe('the languages of the service', () => {
  const app = appForAll({ ABS_PIN_PARENT_NODE: 20 });
  const text = async (path: string) => (await fetch(new URL(path, app.url))).text();
  // `Intl` writes some spaces as narrow ones, which differ between versions of its data.
  const plain = (words: string) => words.replaceAll(/\s/g, ' ');

  for (const [language, { details, pin, notice }] of Object.entries(SAMPLES))
    test(`details and the page of a PIN are in ${language}, though the catalogue lacks it`, async () => {
      const told = plain(await text(`asset.do?details=1000&details_keywords=true&locale=${language}`));
      for (const word of details) assert.ok(told.includes(`"${word}"`), word);
      const { link } = JSON.parse(await text('pin.do?create=1000,1003')).data;
      const html = plain(await text(`${link}?locale=${language}`));
      for (const word of [`<html lang="${language}"`, ...pin]) assert.ok(html.includes(word), word);
      assert.ok((await text(`pin/DDDDDDDDDDDD?locale=${language}`)).includes(notice));
    });

  test('the page of a PIN links to all of them by their own names', async () => {
    const { link } = JSON.parse(await text('pin.do?create=1003')).data;
    const [, languages = ''] = /<p class="languages">(.*?)<\/p>/.exec(await text(`${link}?locale=es`)) ?? [];
    const names = [...languages.matchAll(/<(a|b) [^>]*lang="(\w+)"[^>]*>([^<]+)</g)];
    const shown = names.map(([, tag, language, name]) => `${tag} ${language} ${name}`);
    assert.deepEqual(shown, ['a en English', 'a de Deutsch', 'a fr Français', 'b es Español', 'a it Italiano']);
  });
});
