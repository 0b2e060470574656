import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { appForAll } from '../support/app.ts';

interface Details {
  readonly general_title: string;
  readonly general: Readonly<Record<string, string>>;
  readonly infofields_title: string;
  readonly infofields: readonly { readonly id: string; readonly value: string }[];
  readonly keywords_title: string;
}

/** What an asset and a PIN say in a language. */
const SAMPLES = {
  fr: {
    titles: ['Informations générales', 'Champs d’information', 'Mots-clés'],
    general: { 'Date de création': '1 mai 2024, 10:00', 'Taille du fichier': '3 ko' },
    yes: 'Oui',
    pin: ['Des fichiers pour vous', '2 fichiers', 'Disponible jusqu’au 19 avr. 2026', 'Tout télécharger'],
    notice: 'Il n’y a rien à cette adresse',
    region: 'fr-CH',
  },
  es: {
    titles: ['Información general', 'Campos de información', 'Palabras clave'],
    general: { 'Fecha de creación': '1 may 2024, 10:00', 'Tamaño del archivo': '3 kB' },
    yes: 'Sí',
    pin: ['Archivos para usted', '2 archivos', 'Disponible hasta el 19 abr 2026', 'Descargar todo'],
    notice: 'No hay nada en esta dirección',
    region: 'es-MX',
  },
  it: {
    titles: ['Informazioni generali', 'Campi informativi', 'Parole chiave'],
    general: { 'Data di creazione': '1 mag 2024, 10:00', 'Dimensione del file': '3 kB' },
    yes: 'Sì',
    pin: ['File per te', '2 file', 'Scadenza: 19 apr 2026', 'Scarica tutto'],
    notice: 'Non c’è nulla a questo indirizzo',
    region: 'it-CH',
  },
} as const;

describe('the languages of the service', () => {
  const app = appForAll({ ABS_PIN_PARENT_NODE: 20 });

  async function page(path: string, headers: Record<string, string> = {}): Promise<string> {
    return await (await fetch(new URL(path, app.url), { headers })).text();
  }

  // `Intl` writes some spaces as narrow ones, which differ between versions of its data.
  const plain = (text: string | undefined) => text?.replaceAll(/\s/g, ' ');

  for (const [language, { titles, general, yes, pin, notice, region }] of Object.entries(SAMPLES)) {
    test(`details have their labels, dates and sizes in ${language}, though the catalogue lacks it`, async () => {
      const answer = await fetch(`${app.url}/asset.do?details=1000&details_keywords=true&locale=${language}`);
      const { data } = (await answer.json()) as { data: Details };
      assert.deepEqual([data.general_title, data.infofields_title, data.keywords_title], titles);
      for (const [label, value] of Object.entries(general)) assert.equal(plain(data.general[label]), value, label);
      const fieldOf = (id: string) => data.infofields.find((field) => field.id === id)?.value;
      assert.deepEqual([fieldOf('info_100'), fieldOf('info_104')], ['Dawn', yes]);
    });

    test(`the page of a PIN is in ${language} for browsers that ask for it, and by locale`, async () => {
      const { data } = JSON.parse(await page('pin.do?create=1000,1003')) as { data: { link: string } };
      const asked = await page(`${data.link}?locale=${language}`, { 'accept-language': 'en' });
      const accepted = await page(data.link, { 'accept-language': `${region}, en;q=0.5` });
      for (const html of [asked, accepted]) {
        assert.ok(html.includes(`<html lang="${language}"`));
        for (const text of pin) assert.ok(plain(html)?.includes(text), text);
      }
      assert.ok((await page(`pin/DDDDDDDDDDDD?locale=${language}`)).includes(notice));
    });
  }

  test('the page of a PIN links to all of them by their own names', async () => {
    const { data } = JSON.parse(await page('pin.do?create=1003')) as { data: { link: string } };
    const [, languages = ''] = /<p class="languages">(.*?)<\/p>/.exec(await page(`${data.link}?locale=es`)) ?? [];
    const names = [...languages.matchAll(/<(a|b) [^>]*lang="(\w+)"[^>]*>([^<]+)</g)];
    const shown = names.map(([, tag, language, name]) => `${tag} ${language} ${name}`);
    assert.deepEqual(shown, ['a en English', 'a de Deutsch', 'a fr Français', 'b es Español', 'a it Italiano']);
  });
});
