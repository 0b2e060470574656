import { PALETTES } from '../drawing/palettes.ts';
import { INKS } from '../scenes/mark.ts';
import { FIELD } from '../story/fields.ts';
import { subtitles } from '../story/film.ts';
import { colourItem, GOODS } from '../story/goods.ts';
import { USER } from '../story/people.ts';
import { TERMS } from '../story/texts.ts';
import { words } from '../story/words.ts';
import type { Entry } from './entry.ts';

/** A text file: name, folder, title, content, and the file that it is a translation of. */
type Text = readonly [file: string, folder: number, en: string, de: string, content: () => string, of?: string];

const [SRT, SRT_DE] = ['subtitles_a-day-in-velmara.en.srt', 'subtitles_a-day-in-velmara.de.srt'] as const;

const TEXTS: readonly Text[] = [
  ['terms-of-use.md', 70, 'Terms of use', 'Nutzungsbedingungen (Englisch)', () => TERMS.en],
  ['nutzungsbedingungen.md', 70, 'Terms of use (German)', 'Nutzungsbedingungen', () => TERMS.de, 'terms-of-use.md'],
  ['goods.csv', 55, 'Goods as a table', 'Waren als Tabelle (Englisch)', () => goodsTable('en')],
  ['waren.csv', 55, 'Goods as a table (German)', 'Waren als Tabelle', () => goodsTable('de'), 'goods.csv'],
  [
    'colours.json',
    36,
    'Colours as design tokens',
    'Farben als Design-Tokens',
    () => json({ inks: INKS, lights: PALETTES }),
  ],
  [SRT, 61, 'Subtitles of the film (English)', 'Untertitel des Films (Englisch)', () => subtitles('en')],
  [SRT_DE, 61, 'Subtitles of the film (German)', 'Untertitel des Films (Deutsch)', () => subtitles('de'), SRT],
];

/** Creates the entries of Markdown, plain text, tables, JSON, HTML and subtitles. */
export const makeTexts = (): Entry[] =>
  TEXTS.map(([file, folder, en, de, content, of], index) => ({
    ...{ key: `text-${file}`, path: `texts/${file}`, name: file, type: 'document', nodes: [folder] },
    ...{ ago: 400 + index * 17, uploadedBy: USER.leyla },
    infofields: { [FIELD.title]: words(en, de), [FIELD.licence]: 1, [FIELD.copyright]: 'Velmara' },
    content: () => Buffer.from(content(), 'utf8'),
    ...(of === undefined ? {} : { relations: [{ type: 'translation', to: `text-${of}` }] }),
  }));

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function goodsTable(language: 'en' | 'de'): string {
  const head = language === 'en' ? 'number,article,colour,price' : 'Nummer,Artikel,Farbe,Preis';
  const rows = GOODS.flatMap(({ number, name, price, colours }) =>
    colours.map((colour) => `${number},"${name[language]}",${colourItem(colour).name[language]},${price.toFixed(2)}`),
  );
  return `${[head, ...rows].join('\r\n')}\r\n`;
}
