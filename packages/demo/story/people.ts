import { rowsOf, type Words, words } from './words.ts';

/** IDs of the groups, which can be given access. */
export const GROUP = { everybody: 1, partners: 2, editors: 3 } as const;
export const GROUPS = [
  { id: GROUP.everybody, name: words('Everybody', 'Alle') },
  { id: GROUP.partners, name: words('Partners', 'Partner') },
  { id: GROUP.editors, name: words('Editors', 'Redaktion') },
] as const;

/** IDs of the users. Requests without a token act as the visitor. */
export const USER = { visitor: 1, leyla: 2, amara: 3, partner: 4, mira: 5 } as const;
export const USERS = [
  { id: USER.visitor, name: 'Visitor', groups: [1], service: true },
  { id: USER.leyla, name: 'Leyla Aydin', groups: [1, 3] },
  { id: USER.amara, name: 'Amara Diallo', groups: [1, 3, 2] },
  { id: USER.partner, name: 'Hotel Seeblick', groups: [1, 2] },
  { id: USER.mira, name: 'Mira Lenhardt', groups: [1, 3] },
] as const;

/** A person credited with a picture, with a node in the tree of creators. */
export interface Creator {
  readonly node: number;
  readonly name: string;
}

/** All creators, by occupation. */
export const CREATORS = {
  mira: { node: 3501, name: 'Mira Lenhardt' },
  jonas: { node: 3502, name: 'Jonas Adelmann' },
  studio: { node: 3503, name: 'Ilse Brandner' },
  drawing: { node: 3505, name: 'Noor El Sayed' },
  sound: { node: 3506, name: 'Søren Falk' },
} as const satisfies Record<string, Creator>;

/** Comments on assets by colleagues and partners with their ratings, some in English and some in German. */
export const COMMENTS = rowsOf(`
5 | Exactly the light we were looking for. | Genau das Licht, das wir gesucht haben.
5 | Works even as a small thumbnail. | Funktioniert sogar als kleines Vorschaubild.
4.5 | We printed it two metres wide. Flawless. | Wir haben es zwei Meter breit gedruckt. Makellos.
4 | Lovely, a little dark at the bottom for our layout. | Sehr schön, unten für unser Layout etwas dunkel.
4 | Our guests ask where this is. | Unsere Gäste fragen, wo das ist.
3.5 | Good, but please more room for a headline. | Gut, aber bitte mehr Platz für eine Überschrift.
3 | We have seen this view too often. | Diesen Blick haben wir zu oft gesehen.
5 | This is the cover. | Das ist der Titel.
4.5 | Quiet. I like it. | Still. Gefällt mir.
2.5 | The colours come out too cold on our paper. | Die Farben werden auf unserem Papier zu kalt.
`).map(([rating, en, de]): readonly [rating: number, text: Words] => [Number(rating), words(en, de)]);
