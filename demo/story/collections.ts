import type { Branch } from './folders.ts';
import { words } from './words.ts';

const branch = (id: number, en: string, de: string, children: readonly Branch[] = []): Branch => ({
  id,
  name: words(en, de),
  children,
});

/** IDs of collections that are filled by rule. */
export const COLLECTION = {
  stills: 2011,
  largePosters: 2013,
  smallPosters: 2014,
  nights: 2021,
  homePage: 2030,
  calendar: 2040,
  springRange: 2051,
  autumnRange: 2052,
  seasons: { 1: 2061, 2: 2062, 3: 2063, 4: 2064 },
} as const;

/** The collections, node type 102. */
export const COLLECTIONS: readonly Branch[] = [
  {
    ...branch(2000, 'Campaigns', 'Kampagnen'),
    children: [
      {
        id: 2010,
        name: words('Quiet Places', 'Stille Orte'),
        about: words(
          'Our campaign for people who want to hear nothing for a while.',
          'Unsere Kampagne für Menschen, die eine Weile nichts hören wollen.',
        ),
        keeper: 'Karla Weiss',
        children: [
          branch(2011, 'Stills', 'Motive'),
          branch(2012, 'Posters', 'Plakate', [
            branch(2013, 'Large format', 'Großformat'),
            branch(2014, 'Small format', 'Kleinformat'),
          ]),
        ],
      },
      { ...branch(2020, 'Weeks of Light', 'Lichtwochen'), children: [branch(2021, 'Night pictures', 'Nachtbilder')] },
    ],
  },
  branch(2030, 'Home page', 'Startseite'),
  branch(2040, 'Calendar', 'Kalender'),
  branch(2050, 'Goods catalogue', 'Warenkatalog', [
    branch(2051, 'Spring range', 'Frühjahrssortiment'),
    branch(2052, 'Autumn range', 'Herbstsortiment'),
  ]),
  branch(2060, 'Seasons', 'Jahreszeiten', [
    branch(2061, 'Spring', 'Frühling'),
    branch(2062, 'Summer', 'Sommer'),
    branch(2063, 'Autumn', 'Herbst'),
    branch(2064, 'Winter', 'Winter'),
  ]),
];
