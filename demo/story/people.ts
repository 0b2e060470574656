import { type Words, words } from './words.ts';

/** A creator, with a node in the tree of creators. */
export interface Creator {
  readonly node: number;
  readonly name: string;
  readonly craft: Words;
}

/** The root of the tree of creators. */
export const CREATORS_ROOT = 3500;

/** Everybody whose name stands below a picture. */
export const CREATORS: readonly Creator[] = [
  { node: 3501, name: 'Mira Lenhardt', craft: words('landscape', 'Landschaft') },
  { node: 3502, name: 'Jonas Adelmann', craft: words('landscape', 'Landschaft') },
  { node: 3503, name: 'Ilse Brandner', craft: words('studio', 'Studio') },
  { node: 3504, name: 'Tomaž Verdin', craft: words('aerial views', 'Luftaufnahmen') },
  { node: 3505, name: 'Noor El Sayed', craft: words('illustration', 'Illustration') },
  { node: 3506, name: 'Søren Falk', craft: words('film and sound', 'Film und Ton') },
];

/** Somebody of the team, portrayed: name, job and how the portrait is drawn. */
export interface Colleague {
  readonly name: string;
  readonly job: Words;
  readonly look: string;
}

/** The team. */
export const COLLEAGUES: readonly Colleague[] = [
  { name: 'Karla Weiss', job: words('director of the region', 'Leiterin der Region'), look: 'bun glasses' },
  { name: 'Bastian Orth', job: words('trail keeper', 'Wegewart'), look: 'beanie beard' },
  { name: 'Amara Diallo', job: words('head of design', 'Leiterin der Gestaltung'), look: 'curly glasses' },
  { name: 'Luca Ferrin', job: words('boatman on Lake Lira', 'Bootsmann auf dem Lirasee'), look: 'short beard' },
  { name: 'Greta Holm', job: words('keeper of the Saddle Hut', 'Wirtin der Sattelhütte'), look: 'long' },
  { name: 'Emil Sauter', job: words('potter', 'Töpfer'), look: 'short glasses' },
  { name: 'Yuna Park', job: words('illustrator', 'Illustratorin'), look: 'long glasses' },
  { name: 'Oskar Brandt', job: words('lighthouse keeper', 'Leuchtturmwärter'), look: 'beanie' },
  { name: 'Leyla Aydin', job: words('press officer', 'Pressesprecherin'), look: 'long' },
  { name: 'Henrik Moor', job: words('forester', 'Förster'), look: 'short beard' },
  { name: 'Rosa Valentin', job: words('weaver', 'Weberin'), look: 'curly' },
  { name: 'Piet Janssen', job: words('sound recordist', 'Tonmeister'), look: 'short' },
];
