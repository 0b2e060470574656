import type { BundleAccess } from '../bundle.ts';
import { FORMAT } from './formats.ts';
import { GROUP } from './people.ts';
import { type Words, words } from './words.ts';

/** The folders, node type 101: they decide who sees what. */
export const FOLDERS = `
10 Picture library | Bildarchiv
  11 Landscapes | Landschaften
    12 Mountains | Berge
      13 Hochkarn Range | Hochkarngruppe
      14 Huts and camps | Hütten und Lager
    15 Lakes | Seen
    16 Forests | Wälder
    17 Coast | Küste
    18 Night skies | Nachthimmel
  20 Ardenau | Ardenau
    21 Old town | Altstadt
  25 Plants | Pflanzen
  27 People | Menschen
  28 Backgrounds | Hintergründe
30 Brand | Marke
  31 Logos | Logos
  32 Signs | Zeichen
  33 Patterns | Muster
  35 Posters | Plakate
  36 Guidelines | Richtlinien
40 Workshop | Werkstatt
  41 Tableware | Geschirr
  42 Lights | Leuchten
  43 Packs | Rucksäcke
  44 Living | Wohnen
  45 Models | Modelle
50 Documents | Dokumente
  51 Brochures | Broschüren
  52 Price lists | Preislisten
  55 Data | Daten
60 Film and sound | Film und Ton
  61 Films | Filme
  62 Music | Musik
  63 Field recordings | Tonaufnahmen
70 Press | Presse
  71 Press pictures | Pressebilder
  72 Press releases | Pressemitteilungen
80 Partners | Partner
  81 Campaign material | Kampagnenmaterial
  82 Confidential | Vertraulich
`;

/** The collections, node type 102. */
export const COLLECTIONS = `
2000 Campaigns | Kampagnen
  2010 Quiet Places | Stille Orte
    2011 Stills | Motive
    2012 Posters | Plakate
      2013 Large format | Großformat
      2014 Small format | Kleinformat
  2020 Weeks of Light | Lichtwochen
    2021 Night pictures | Nachtbilder
2030 Home page | Startseite
2040 Calendar | Kalender
2050 Goods catalogue | Warenkatalog
  2051 Spring range | Frühjahrssortiment
  2052 Autumn range | Herbstsortiment
2060 Seasons | Jahreszeiten
  2061 Spring | Frühling
  2062 Summer | Sommer
  2063 Autumn | Herbst
  2064 Winter | Winter
`;

/** The keywords, node type 103, without the regions, which the places tell. */
export const KEYWORDS = `
3100 Topics | Themen
  3110 Landscape | Landschaft
    3111 Mountains | Berge
    3112 Lakes | Seen
    3113 Forest | Wald
    3114 Sea | Meer
    3116 Sky | Himmel
    3117 Huts | Hütten
  3120 Town | Stadt
    3121 Streets | Straßen
    3122 River | Fluss
    3123 Roofs | Dächer
  3130 Goods | Waren
    3131 Tableware | Geschirr
    3132 Lights | Leuchten
    3133 Packs | Rucksäcke
    3134 Living | Wohnen
  3140 People | Menschen
  3150 Plants | Pflanzen
  3170 Design | Gestaltung
    3171 Patterns | Muster
    3173 Signs | Zeichen
    3174 Posters | Plakate
    3175 Abstract | Abstrakt
3200 Techniques | Techniken
  3201 Aerial view | Luftbild
  3202 Studio | Studio
  3203 Night shot | Nachtaufnahme
  3204 Black and white | Schwarz-Weiß
  3205 Illustration | Illustration
  3206 Panorama | Panorama
  3207 Clear background | Freigestellt
3300 Moods | Stimmungen
  3301 Dawn | Morgendämmerung
  3302 Dusk | Abenddämmerung
  3303 Clear day | Heller Tag
  3304 Golden hour | Goldene Stunde
  3305 Mist | Nebel
  3306 Moonlight | Mondlicht
  3307 Autumn light | Herbstlicht
  3308 Winter light | Winterlicht
  3309 Pink evening | Rosa Abend
  3310 Green night | Grüne Nacht
  3311 Spring light | Frühlingslicht
  3312 Before the storm | Vor dem Gewitter
3500 Creators | Urheber
  3501 Mira Lenhardt | Mira Lenhardt
  3502 Jonas Adelmann | Jonas Adelmann
  3503 Ilse Brandner | Ilse Brandner
  3504 Tomaž Verdin | Tomaž Verdin
  3505 Noor El Sayed | Noor El Sayed
  3506 Søren Falk | Søren Falk
`;

/** Collections that are filled by rule; those of the seasons begin at 2061. */
export const COLLECTION = {
  ...{ stills: 2011, largePosters: 2013, smallPosters: 2014, nights: 2021, homePage: 2030, calendar: 2040 },
  ...{ springRange: 2051, autumnRange: 2052, seasons: 2060 },
} as const;

/** Keywords that pictures are given by rule. */
export const KEYWORD = { people: 3140, studio: 3202, illustration: 3205, cutout: 3207 } as const;

/** What some nodes say about themselves, and who looks after them. */
export const ABOUT: Readonly<Record<number, readonly [about: Words, keeper: string]>> = {
  10: [
    words(
      'Everything that our photographers and illustrators bring home.',
      'Alles, was unsere Fotografen und Illustratoren nach Hause bringen.',
    ),
    'Mira Lenhardt',
  ],
  30: [
    words('Marks, signs and patterns, and how to use them.', 'Marken, Zeichen und Muster, und wie man sie einsetzt.'),
    'Amara Diallo',
  ],
  40: [
    words('The goods we make, photographed in one light.', 'Die Waren, die wir machen, in einem Licht fotografiert.'),
    'Emil Sauter',
  ],
  70: [
    words(
      'Free for editorial use; please read the terms.',
      'Frei für redaktionelle Zwecke; bitte die Bedingungen lesen.',
    ),
    'Leyla Aydin',
  ],
  80: [
    words(
      'For hotels, huts and shops. Everybody may look, partners may take.',
      'Für Hotels, Hütten und Läden. Ansehen dürfen alle, mitnehmen nur Partner.',
    ),
    'Leyla Aydin',
  ],
  2010: [
    words(
      'Our campaign for people who want to hear nothing for a while.',
      'Unsere Kampagne für Menschen, die eine Weile nichts hören wollen.',
    ),
    'Karla Weiss',
  ],
};

/** Rules of access by folder. */
export const ACCESS: Readonly<Record<number, readonly BundleAccess[]>> = {
  70: [
    { group: GROUP.everybody, view: true, download: [FORMAT.jpeg, FORMAT.web, FORMAT.pdf, FORMAT.press] },
    { group: GROUP.editors, download: '*' },
  ],
  80: [
    { group: GROUP.everybody, view: true, download: [FORMAT.web] },
    { group: GROUP.partners, view: true, download: '*' },
  ],
  82: [
    { group: GROUP.everybody, view: false },
    { group: GROUP.partners, view: true, download: [FORMAT.original, FORMAT.pdf] },
  ],
};
