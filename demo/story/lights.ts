import type { PaletteName } from '../drawing/palettes.ts';
import { type Words, words } from './words.ts';

/** What a light is called, and what it does to a place. */
export interface LightWords {
  /** Its node in the tree of keywords. */
  readonly node: number;
  readonly keyword: Words;
  /** Ends a title. */
  readonly moments: readonly Words[];
  /** Ends a description. */
  readonly sentence: Words;
  /** Item of the field "season". */
  readonly season: 1 | 2 | 3 | 4;
  /** Hour of the day at which such pictures are taken. */
  readonly hour: number;
}

/** The words of every light. */
export const LIGHTS: Readonly<Record<PaletteName, LightWords>> = {
  dawn: {
    node: 3301,
    keyword: words('Dawn', 'Morgendämmerung'),
    moments: [words('first light', 'erstes Licht'), words('before sunrise', 'vor Sonnenaufgang')],
    sentence: words(
      'The first light of the day turns the haze to apricot.',
      'Das erste Licht des Tages färbt den Dunst aprikosenfarben.',
    ),
    season: 2,
    hour: 5,
  },
  dusk: {
    node: 3302,
    keyword: words('Dusk', 'Abenddämmerung'),
    moments: [words('last light', 'letztes Licht'), words('after sunset', 'nach Sonnenuntergang')],
    sentence: words(
      'The sun has gone, and the sky glows from red to violet.',
      'Die Sonne ist fort, und der Himmel glüht von Rot bis Violett.',
    ),
    season: 2,
    hour: 20,
  },
  noon: {
    node: 3303,
    keyword: words('Clear day', 'Heller Tag'),
    moments: [words('clear day', 'heller Tag'), words('high noon', 'Mittag')],
    sentence: words(
      'A clear day with a view as far as the eye can see.',
      'Ein klarer Tag mit Sicht, so weit das Auge reicht.',
    ),
    season: 2,
    hour: 12,
  },
  golden: {
    node: 3304,
    keyword: words('Golden hour', 'Goldene Stunde'),
    moments: [words('golden hour', 'goldene Stunde'), words('late sun', 'späte Sonne')],
    sentence: words('Low sun pours warm gold over everything.', 'Die tiefe Sonne taucht alles in warmes Gold.'),
    season: 3,
    hour: 18,
  },
  mist: {
    node: 3305,
    keyword: words('Mist', 'Nebel'),
    moments: [words('morning mist', 'Morgennebel'), words('thin fog', 'leichter Nebel')],
    sentence: words(
      'Mist softens every line and swallows every sound.',
      'Nebel macht jede Linie weich und schluckt jedes Geräusch.',
    ),
    season: 3,
    hour: 7,
  },
  moonlight: {
    node: 3306,
    keyword: words('Moonlight', 'Mondlicht'),
    moments: [words('moonlight', 'Mondlicht'), words('clear night', 'klare Nacht')],
    sentence: words(
      'The moon alone lights the scene in blue and silver.',
      'Allein der Mond erhellt die Szene in Blau und Silber.',
    ),
    season: 4,
    hour: 23,
  },
  autumn: {
    node: 3307,
    keyword: words('Autumn light', 'Herbstlicht'),
    moments: [words('October', 'Oktober'), words('autumn light', 'Herbstlicht')],
    sentence: words('Rust and honey: the colours of October.', 'Rost und Honig: die Farben des Oktobers.'),
    season: 3,
    hour: 15,
  },
  winter: {
    node: 3308,
    keyword: words('Winter light', 'Winterlicht'),
    moments: [words('frosty morning', 'frostiger Morgen'), words('winter light', 'Winterlicht')],
    sentence: words(
      'Cold, clear air and the pale blue of a short day.',
      'Kalte, klare Luft und das blasse Blau eines kurzen Tages.',
    ),
    season: 4,
    hour: 10,
  },
  rose: {
    node: 3309,
    keyword: words('Pink evening', 'Rosa Abend'),
    moments: [words('pink evening', 'rosa Abend'), words('evening glow', 'Abendrot')],
    sentence: words('For a few minutes the whole country turns pink.', 'Für wenige Minuten wird das ganze Land rosa.'),
    season: 2,
    hour: 19,
  },
  aurora: {
    node: 3310,
    keyword: words('Green night', 'Grüne Nacht'),
    moments: [words('green night', 'grüne Nacht'), words('northern lights', 'Nordlicht')],
    sentence: words('Green light wanders across the sky, silently.', 'Grünes Licht wandert lautlos über den Himmel.'),
    season: 4,
    hour: 1,
  },
  spring: {
    node: 3311,
    keyword: words('Spring light', 'Frühlingslicht'),
    moments: [words('April', 'April'), words('spring morning', 'Frühlingsmorgen')],
    sentence: words('Fresh green and mild air: spring has come.', 'Frisches Grün und milde Luft: Der Frühling ist da.'),
    season: 1,
    hour: 9,
  },
  storm: {
    node: 3312,
    keyword: words('Before the storm', 'Vor dem Gewitter'),
    moments: [words('before the storm', 'vor dem Gewitter'), words('grey light', 'graues Licht')],
    sentence: words(
      'The wind has dropped; the storm will not be long.',
      'Der Wind hat sich gelegt; das Gewitter lässt nicht lange auf sich warten.',
    ),
    season: 3,
    hour: 16,
  },
};
