import type { Access } from '../bundle.ts';
import { FIELD } from './fields.ts';
import { FORMAT } from './formats.ts';
import { LIGHTS } from './lights.ts';
import { CREATORS, GROUP } from './people.ts';
import { rowsOf, words } from './words.ts';

/** The folders (node type 101), which determine access. */
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
30 Brand | Marke
  31 Logos | Logos
  32 Signs | Zeichen
  35 Posters | Plakate
  36 Guidelines | Richtlinien
40 Workshop | Werkstatt
  41 Tableware | Geschirr
  42 Lights | Leuchten
  43 Packs | Rucksäcke
  45 Models | Modelle
50 Documents | Dokumente
  51 Brochures | Broschüren
  55 Data | Daten
60 Film and sound | Film und Ton
  61 Films | Filme
  62 Music | Musik
70 Press | Presse
  71 Press pictures | Pressebilder
  72 Press releases | Pressemitteilungen
80 Partners | Partner
  81 Campaign material | Kampagnenmaterial
  82 Confidential | Vertraulich
`;

/** The collections (node type 102). */
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

/** The keywords (node type 103), except the regions, which are defined with the places. */
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
  3130 Goods | Waren
    3131 Tableware | Geschirr
    3132 Lights | Leuchten
    3133 Packs | Rucksäcke
  3170 Design | Gestaltung
    3173 Signs | Zeichen
    3174 Posters | Plakate
3200 Techniques | Techniken
  3201 Aerial view | Luftbild
  3202 Studio | Studio
  3203 Night shot | Nachtaufnahme
  3204 Black and white | Schwarz-Weiß
  3205 Illustration | Illustration
  3206 Panorama | Panorama
  3207 Clear background | Freigestellt
3300 Moods | Stimmungen
${Object.values(LIGHTS)
  .map(({ node, keyword }) => `  ${node} ${keyword.en} | ${keyword.de}`)
  .join('\n')}
3500 Creators | Urheber
${Object.values(CREATORS)
  .map(({ node, name }) => `  ${node} ${name} | ${name}`)
  .join('\n')}
`;

/** Collections that are filled by rules; those of the seasons begin at 2061. */
export const COLLECTION = {
  ...{ stills: 2011, largePosters: 2013, smallPosters: 2014, nights: 2021, homePage: 2030, calendar: 2040 },
  ...{ springRange: 2051, autumnRange: 2052, seasons: 2060 },
} as const;

/** Keywords that rules assign to pictures. */
export const KEYWORD = { studio: 3202, cutout: 3207 } as const;

/** Descriptions of some nodes, and who is responsible for them. */
export const ABOUT = new Map(
  rowsOf(`
10 | Mira Lenhardt | All that our photographers bring home. | Alles, was unsere Fotografen nach Hause bringen.
30 | Amara Diallo | Marks, signs and posters, and how to use them. | Marken, Zeichen und Plakate, und wie man sie einsetzt.
40 | Emil Sauter | The goods we make, photographed in one light. | Die Waren, die wir machen, in einem Licht fotografiert.
70 | Leyla Aydin | Free for editorial use; please read the terms. | Frei für redaktionelle Zwecke; bitte die Bedingungen lesen.
80 | Leyla Aydin | For hotels, huts and shops. | Für Hotels, Hütten und Läden.
2010 | Karla Weiss | For people who want to hear nothing for a while. | Für Menschen, die eine Weile nichts hören wollen.
`).map(([id, keeper = '', en, de]) => [Number(id), { [FIELD.about]: words(en, de), [FIELD.keeper]: keeper }]),
);

/** Access rules by folder. */
export const ACCESS: Readonly<Record<number, readonly Access[]>> = {
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
