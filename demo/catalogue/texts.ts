import { FIELD } from '../story/fields.ts';
import { BREAD, DIARY, EVENTS, HOURS, PAGE, RADIO, TERMS } from '../story/papers.ts';
import { USER } from '../story/users.ts';
import { type Words, words } from '../story/words.ts';
import { coloursJson, csv, goodsCsv, placesJson, subtitles, trailsCsv } from '../texts/write-texts.ts';
import type { Entry } from './entry.ts';

/** Path below `texts/`, title, folder, contents, and the key of the text it is a translation of. */
type TextPlan = readonly [file: string, title: Words, folder: number, content: () => string, translationOf?: string];

const PLANS: readonly TextPlan[] = [
  ['terms-of-use.md', words('Terms of use', 'Nutzungsbedingungen (Englisch)'), 70, () => TERMS.en],
  [
    'nutzungsbedingungen.md',
    words('Terms of use (German)', 'Nutzungsbedingungen'),
    70,
    () => TERMS.de,
    'terms-of-use.md',
  ],
  [
    'bread-of-the-saddle-hut.md',
    words('Bread of the Saddle Hut', 'Brot der Sattelhütte (Englisch)'),
    26,
    () => BREAD.en,
  ],
  [
    'brot-der-sattelhuette.md',
    words('Bread of the Saddle Hut (German)', 'Brot der Sattelhütte'),
    26,
    () => BREAD.de,
    'bread-of-the-saddle-hut.md',
  ],
  ['radio-spot.txt', words('Radio spot “Quiet Places”', 'Radiospot „Stille Orte“'), 60, () => RADIO],
  ['tagebuch-wegewart.txt', words('Diary of a trail keeper', 'Tagebuch eines Wegewarts'), 54, () => DIARY],
  ['goods.csv', words('Goods as a table', 'Waren als Tabelle (Englisch)'), 55, () => goodsCsv('en')],
  ['waren.csv', words('Goods as a table (German)', 'Waren als Tabelle'), 55, () => goodsCsv('de'), 'goods.csv'],
  ['trails.csv', words('Trails as a table', 'Wege als Tabelle'), 55, trailsCsv],
  ['opening-hours.csv', words('Opening hours', 'Öffnungszeiten'), 55, () => csv(HOURS)],
  ['places.json', words('Places with coordinates', 'Orte mit Koordinaten'), 55, placesJson],
  ['colours.json', words('Colours as design tokens', 'Farben als Design-Tokens'), 34, coloursJson],
  [
    'weeks-of-light.json',
    words('Dates of the Weeks of Light', 'Termine der Lichtwochen'),
    55,
    () => `${JSON.stringify(EVENTS, null, 2)}\n`,
  ],
  ['a-day-at-the-lake.en.srt', words('Subtitles, English', 'Untertitel, Englisch'), 61, () => subtitles('en', 'srt')],
  [
    'a-day-at-the-lake.de.srt',
    words('Subtitles, German', 'Untertitel, Deutsch'),
    61,
    () => subtitles('de', 'srt'),
    'a-day-at-the-lake.en.srt',
  ],
  ['a-day-at-the-lake.en.vtt', words('Subtitles for the web', 'Untertitel fürs Web'), 61, () => subtitles('en', 'vtt')],
  ['quiet-places.html', words('Page of the campaign', 'Seite der Kampagne'), 81, () => PAGE],
];

/** Markdown, plain text, tables, JSON, HTML and subtitles. */
export function makeTexts(): Entry[] {
  return PLANS.map(([file, title, folder, content, translationOf], index) => ({
    key: `text-${file}`,
    path: `texts/${file}`,
    name: file,
    type: 'document',
    nodes: [folder],
    ago: 12 + index * 17,
    uploadedBy: USER.leyla,
    infofields: { [FIELD.title]: title, [FIELD.licence]: 1, [FIELD.copyright]: 'Velmara' },
    content: () => Buffer.from(content(), 'utf8'),
    ...(translationOf === undefined ? {} : { relations: [{ type: 'translation', to: `text-${translationOf}` }] }),
  }));
}
