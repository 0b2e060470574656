import { TOPICS_ROOT } from './fields.ts';
import type { Branch } from './folders.ts';
import { LIGHTS } from './lights.ts';
import { CREATORS, CREATORS_ROOT } from './people.ts';
import { words } from './words.ts';

const branch = (id: number, en: string, de: string, children: readonly Branch[] = []): Branch => ({
  id,
  name: words(en, de),
  children,
});

/** IDs of keywords that the series name. */
export const KEYWORD = {
  mountains: 3111,
  lakes: 3112,
  forest: 3113,
  sea: 3114,
  fields: 3115,
  sky: 3116,
  huts: 3117,
  streets: 3121,
  river: 3122,
  roofs: 3123,
  people: 3140,
  plants: 3150,
  food: 3160,
  patterns: 3171,
  colours: 3172,
  signs: 3173,
  posters: 3174,
  abstract: 3175,
  aerial: 3201,
  studio: 3202,
  night: 3203,
  blackAndWhite: 3204,
  illustration: 3205,
  panorama: 3206,
  cutout: 3207,
} as const;

/** The keywords, node type 103, without the regions, which the places tell. */
export const KEYWORDS: readonly Branch[] = [
  {
    ...branch(TOPICS_ROOT, 'Topics', 'Themen'),
    children: [
      branch(3110, 'Landscape', 'Landschaft', [
        branch(3111, 'Mountains', 'Berge'),
        branch(3112, 'Lakes', 'Seen'),
        branch(3113, 'Forest', 'Wald'),
        branch(3114, 'Sea', 'Meer'),
        branch(3115, 'Fields', 'Felder'),
        branch(3116, 'Sky', 'Himmel'),
        branch(3117, 'Huts', 'Hütten'),
      ]),
      branch(3120, 'Town', 'Stadt', [
        branch(3121, 'Streets', 'Straßen'),
        branch(3122, 'River', 'Fluss'),
        branch(3123, 'Roofs', 'Dächer'),
      ]),
      branch(3130, 'Goods', 'Waren', [
        branch(3131, 'Tableware', 'Geschirr'),
        branch(3132, 'Lights', 'Leuchten'),
        branch(3133, 'Packs', 'Rucksäcke'),
        branch(3134, 'Living', 'Wohnen'),
      ]),
      branch(3140, 'People', 'Menschen'),
      branch(3150, 'Plants', 'Pflanzen'),
      branch(3160, 'Food and drink', 'Essen und Trinken'),
      branch(3170, 'Design', 'Gestaltung', [
        branch(3171, 'Patterns', 'Muster'),
        branch(3172, 'Colours', 'Farben'),
        branch(3173, 'Signs', 'Zeichen'),
        branch(3174, 'Posters', 'Plakate'),
        branch(3175, 'Abstract', 'Abstrakt'),
      ]),
    ],
  },
  branch(3200, 'Techniques', 'Techniken', [
    branch(3201, 'Aerial view', 'Luftbild'),
    branch(3202, 'Studio', 'Studio'),
    branch(3203, 'Night shot', 'Nachtaufnahme'),
    branch(3204, 'Black and white', 'Schwarz-Weiß'),
    branch(3205, 'Illustration', 'Illustration'),
    branch(3206, 'Panorama', 'Panorama'),
    branch(3207, 'Clear background', 'Freigestellt'),
  ]),
  {
    ...branch(3300, 'Moods', 'Stimmungen'),
    children: Object.values(LIGHTS).map(({ node, keyword }) => ({ id: node, name: keyword })),
  },
  {
    ...branch(CREATORS_ROOT, 'Creators', 'Urheber'),
    children: CREATORS.map(({ node, name, craft }) => ({ id: node, name: words(name, name), about: craft })),
  },
];
