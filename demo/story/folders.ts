import type { BundleAccess } from '../bundle.ts';
import { FORMAT, PUBLIC_FORMATS } from './formats.ts';
import { GROUP } from './users.ts';
import { type Words, words } from './words.ts';

/** A branch of a tree as it is written down: children stand in their order. */
export interface Branch {
  readonly id: number;
  readonly name: Words;
  readonly about?: Words;
  readonly keeper?: string;
  readonly access?: readonly BundleAccess[];
  readonly children?: readonly Branch[];
}

const branch = (id: number, en: string, de: string, children: readonly Branch[] = []): Branch => ({
  id,
  name: words(en, de),
  children,
});

/** The folders, node type 101: they decide who sees what. */
export const FOLDERS: readonly Branch[] = [
  {
    id: 10,
    name: words('Picture library', 'Bildarchiv'),
    about: words(
      'Everything that our photographers and illustrators bring home.',
      'Alles, was unsere Fotografen und Illustratoren nach Hause bringen.',
    ),
    keeper: 'Mira Lenhardt',
    children: [
      branch(11, 'Landscapes', 'Landschaften', [
        branch(12, 'Mountains', 'Berge', [
          branch(13, 'Hochkarn Range', 'Hochkarngruppe'),
          branch(14, 'Huts and camps', 'Hütten und Lager'),
        ]),
        branch(15, 'Lakes', 'Seen'),
        branch(16, 'Forests', 'Wälder'),
        branch(17, 'Coast', 'Küste'),
        branch(18, 'Night skies', 'Nachthimmel'),
      ]),
      branch(20, 'Ardenau', 'Ardenau', [branch(21, 'Old town', 'Altstadt'), branch(22, 'River', 'Fluss')]),
      branch(24, 'From the air', 'Aus der Luft'),
      branch(25, 'Plants', 'Pflanzen'),
      branch(26, 'Table and kitchen', 'Tisch und Küche'),
      branch(27, 'People', 'Menschen'),
      branch(28, 'Backgrounds', 'Hintergründe'),
    ],
  },
  {
    id: 30,
    name: words('Brand', 'Marke'),
    about: words(
      'Marks, signs, colours and patterns, and how to use them.',
      'Marken, Zeichen, Farben und Muster, und wie man sie einsetzt.',
    ),
    keeper: 'Amara Diallo',
    children: [
      branch(31, 'Logos', 'Logos'),
      branch(32, 'Signs', 'Zeichen'),
      branch(33, 'Patterns', 'Muster'),
      branch(34, 'Colours', 'Farben'),
      branch(35, 'Posters', 'Plakate'),
      branch(36, 'Guidelines', 'Richtlinien'),
    ],
  },
  {
    id: 40,
    name: words('Workshop', 'Werkstatt'),
    about: words(
      'The goods we make, photographed in one light.',
      'Die Waren, die wir machen, in einem Licht fotografiert.',
    ),
    keeper: 'Emil Sauter',
    children: [
      branch(41, 'Tableware', 'Geschirr'),
      branch(42, 'Lights', 'Leuchten'),
      branch(43, 'Packs', 'Rucksäcke'),
      branch(44, 'Living', 'Wohnen'),
      branch(45, 'Models', 'Modelle'),
    ],
  },
  branch(50, 'Documents', 'Dokumente', [
    branch(51, 'Brochures', 'Broschüren'),
    branch(52, 'Price lists', 'Preislisten'),
    branch(53, 'Fact sheets', 'Datenblätter'),
    branch(54, 'Trails', 'Wege'),
    branch(55, 'Data', 'Daten'),
  ]),
  branch(60, 'Film and sound', 'Film und Ton', [
    branch(61, 'Films', 'Filme'),
    branch(62, 'Music', 'Musik'),
    branch(63, 'Field recordings', 'Tonaufnahmen'),
  ]),
  {
    id: 70,
    name: words('Press', 'Presse'),
    about: words(
      'Free for editorial use; please read the terms.',
      'Frei für redaktionelle Zwecke; bitte die Bedingungen lesen.',
    ),
    access: [
      { group: GROUP.everybody, view: true, download: [...PUBLIC_FORMATS] },
      { group: GROUP.editors, download: '*' },
    ],
    children: [branch(71, 'Press pictures', 'Pressebilder'), branch(72, 'Press releases', 'Pressemitteilungen')],
  },
  {
    id: 80,
    name: words('Partners', 'Partner'),
    about: words(
      'For hotels, huts and shops. Everybody may look, partners may take.',
      'Für Hotels, Hütten und Läden. Ansehen dürfen alle, mitnehmen nur Partner.',
    ),
    access: [
      { group: GROUP.everybody, view: true, download: [FORMAT.web] },
      { group: GROUP.partners, view: true, download: '*' },
    ],
    children: [
      branch(81, 'Campaign material', 'Kampagnenmaterial'),
      {
        id: 82,
        name: words('Confidential', 'Vertraulich'),
        access: [
          { group: GROUP.everybody, view: false },
          { group: GROUP.partners, view: true, download: [FORMAT.original, FORMAT.pdf] },
        ],
      },
    ],
  },
];
