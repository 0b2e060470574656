import { brochure } from '../documents/brochure.ts';
import { factSheet } from '../documents/fact-sheet.ts';
import { guidelines } from '../documents/guidelines.ts';
import type { PlateName, Plates } from '../documents/plates.ts';
import { pressRelease } from '../documents/press-release.ts';
import { priceList } from '../documents/price-list.ts';
import { trailCard } from '../documents/trail-card.ts';
import { createRandom } from '../drawing/random.ts';
import { BROCHURES } from '../story/brochures.ts';
import { COLLECTION } from '../story/collections.ts';
import { FIELD } from '../story/fields.ts';
import { COLOUR_NAMES, GOODS } from '../story/goods.ts';
import { PLACES, type PlaceKey } from '../story/places.ts';
import { RELEASES } from '../story/releases.ts';
import { TRAILS } from '../story/trails.ts';
import { USER } from '../story/users.ts';
import { type Words, words } from '../story/words.ts';
import type { Days } from './days.ts';
import { type Entry, type Scope, sample, slug } from './entry.ts';

const LANGUAGES = ['en', 'de'] as const;
const IN_LANGUAGE = { en: words('English', 'Englisch'), de: words('German', 'Deutsch') } as const;

const SHEETS: readonly (readonly [PlaceKey, PlateName])[] = [
  ['hochkarn', 'summit'],
  ['lira', 'lake'],
  ['rovin', 'coast'],
  ['moosgrund', 'forest'],
  ['quay', 'town'],
];

/** Gives the drawn plates; they are drawn once, by the first who asks. */
export type PlateSource = () => Promise<Plates>;

/** All PDF files. */
export function makeDocuments(plates: PlateSource, scope: Scope, days: Days): Entry[] {
  const at = (ago: number): Date => new Date(days.instant(ago, 9));
  const year = Number(days.day(0).slice(0, 4));
  return [
    ...sample(BROCHURES, scope).flatMap((story) =>
      LANGUAGES.map((language) =>
        paper({
          key: `brochure-${story.key}`,
          language,
          title: story.title,
          description: story.line,
          folder: 51,
          file: `brochure-${story.key}`,
          nodes: [COLLECTION.stills, 81],
          content: async (ago) => await brochure(story, language, await plates(), at(ago)),
        }),
      ),
    ),
    ...[year - 1, year].flatMap((edition) =>
      LANGUAGES.map((language) =>
        paper({
          key: `prices-${edition}`,
          language,
          title: words(`Price list ${edition}`, `Preisliste ${edition}`),
          description: words(
            'All goods of the workshop with numbers, colours and prices.',
            'Alle Waren der Werkstatt mit Nummern, Farben und Preisen.',
          ),
          folder: 52,
          file: `price-list-${edition}`,
          nodes: [edition === year ? 81 : 52],
          content: async (ago) => await priceList(edition, edition === year ? 4 : 0, language, await plates(), at(ago)),
          ...(edition === year ? {} : { validForDays: -30 }),
        }),
      ),
    ),
    ...LANGUAGES.map((language) =>
      paper({
        key: 'guidelines',
        language,
        title: words('Brand guidelines', 'Markenrichtlinien'),
        description: words(
          'Mark, colours, typefaces and pictures on six pages.',
          'Marke, Farben, Schriften und Bilder auf sechs Seiten.',
        ),
        folder: 36,
        file: 'brand-guidelines',
        nodes: [],
        content: async (ago) => await guidelines(language, await plates(), at(ago)),
      }),
    ),
    ...sample(SHEETS, scope).map(([key, plate]) => {
      const place = PLACES[key];
      return paper({
        key: `facts-${key}`,
        title: words(`${place.name.en}: facts`, `${place.name.de}: Zahlen`),
        description: words('One page in English, one in German.', 'Eine Seite auf Englisch, eine auf Deutsch.'),
        folder: 53,
        file: `facts-${slug(place.name.en)}`,
        nodes: [place.node, 71],
        place: place.node,
        content: async (ago) => await factSheet(place, plate, await plates(), at(ago)),
      });
    }),
    ...TRAILS.map((trail) =>
      paper({
        key: `trail-${trail.key}`,
        title: trail.name,
        description: trail.text,
        folder: 54,
        file: `trail-${trail.key}`,
        nodes: [trail.place],
        place: trail.place,
        content: async (ago) => await trailCard(trail, at(ago)),
      }),
    ),
    ...RELEASES.flatMap((release) =>
      LANGUAGES.map((language) =>
        paper({
          key: `release-${release.key}`,
          language,
          title: release.title,
          description: release.text,
          folder: 72,
          file: `press-${release.key}`,
          nodes: [],
          content: async (ago) => await pressRelease(release, language, await plates(), at(ago)),
        }),
      ),
    ),
    paper({
      key: 'partner-prices',
      title: words('Price list for partners', 'Preisliste für Partner'),
      description: words('Only partners see it.', 'Nur Partner sehen sie.'),
      folder: 82,
      file: 'partner-prices',
      nodes: [],
      content: async (ago) => await priceList(year, -35, 'en', await plates(), at(ago)),
    }),
  ];
}

interface PaperPlan {
  readonly key: string;
  readonly language?: 'en' | 'de';
  readonly title: Words;
  readonly description: Words;
  readonly folder: number;
  readonly file: string;
  readonly nodes: readonly number[];
  readonly place?: number;
  readonly validForDays?: number;
  readonly content: (ago: number) => Promise<Uint8Array>;
}

function paper(plan: PaperPlan): Entry {
  const { language, title } = plan;
  const ago = 5 + createRandom(plan.key).whole(0, 500);
  const suffix = language === undefined ? '' : `_${language}`;
  const name = `${plan.file}${suffix}.pdf`;
  return {
    key: `${plan.key}${suffix}`,
    name,
    path: `documents/${name}`,
    type: 'document',
    ago,
    uploadedBy: USER.leyla,
    nodes: [...new Set([plan.folder, ...plan.nodes])],
    infofields: {
      [FIELD.title]:
        language === undefined
          ? title
          : words(`${title.en} (${IN_LANGUAGE[language].en})`, `${title.de} (${IN_LANGUAGE[language].de})`),
      [FIELD.description]: plan.description,
      [FIELD.copyright]: 'Velmara',
      [FIELD.licence]: plan.folder === 82 ? 4 : 1,
      [FIELD.cleared]: true,
      ...(plan.place === undefined ? {} : { [FIELD.place]: [plan.place] }),
    },
    content: () => plan.content(ago),
    ...(language === 'de' ? { relations: [{ type: 'translation', to: `${plan.key}_en` }] } : {}),
    ...(plan.validForDays === undefined ? {} : { validForDays: plan.validForDays }),
  };
}

/** The goods as rows of a table, the first row names the columns. */
export function goodsTable(language: 'en' | 'de'): string[][] {
  return [
    language === 'en' ? ['number', 'article', 'colour', 'price'] : ['Nummer', 'Artikel', 'Farbe', 'Preis'],
    ...GOODS.flatMap((good) =>
      good.colours.map((colour) => [
        `${good.number}${String(COLOUR_NAMES[colour].id).padStart(2, '0')}`,
        good.name[language],
        COLOUR_NAMES[colour][language],
        good.price.toFixed(2),
      ]),
    ),
  ];
}
