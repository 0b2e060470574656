import { type Words, words } from './words.ts';

/** A place of the region of Velmara, which exists nowhere else. */
export interface Place {
  /** Its node in the tree of regions. */
  readonly node: number;
  /** The region it lies in, its parent node. */
  readonly parent: number;
  readonly name: Words;
  readonly latitude: number;
  readonly longitude: number;
  /** Metres above the sea. */
  readonly altitude: number;
  /** The next town. */
  readonly town: string;
}

/** The root of the tree of regions. */
export const REGIONS = 3000;

/** All places by key; a region stands before the places in it. */
export const PLACES = {
  hochkarn: {
    node: 3010,
    parent: REGIONS,
    name: words('Hochkarn Range', 'Hochkarngruppe'),
    latitude: 46.412,
    longitude: 13.441,
    altitude: 2712,
    town: 'Karndorf',
  },
  tavel: {
    node: 3011,
    parent: 3010,
    name: words('Tavel Peak', 'Tavelspitze'),
    latitude: 46.4378,
    longitude: 13.4712,
    altitude: 2864,
    town: 'Karndorf',
  },
  saddle: {
    node: 3012,
    parent: 3010,
    name: words('Grey Saddle', 'Grauer Sattel'),
    latitude: 46.3991,
    longitude: 13.4203,
    altitude: 1932,
    town: 'Karndorf',
  },
  hut: {
    node: 3013,
    parent: 3012,
    name: words('Saddle Hut', 'Sattelhütte'),
    latitude: 46.3979,
    longitude: 13.4188,
    altitude: 1885,
    town: 'Karndorf',
  },
  lakes: {
    node: 3020,
    parent: REGIONS,
    name: words('Lira Lakes', 'Lira-Seenland'),
    latitude: 46.301,
    longitude: 13.552,
    altitude: 520,
    town: 'Lirau',
  },
  lira: {
    node: 3021,
    parent: 3020,
    name: words('Lake Lira', 'Lirasee'),
    latitude: 46.2987,
    longitude: 13.5611,
    altitude: 508,
    town: 'Lirau',
  },
  heron: {
    node: 3022,
    parent: 3020,
    name: words('Heron Pond', 'Reiherteich'),
    latitude: 46.2841,
    longitude: 13.5402,
    altitude: 531,
    town: 'Lirau',
  },
  moosgrund: {
    node: 3030,
    parent: REGIONS,
    name: words('Moosgrund Forest', 'Moosgrunder Wald'),
    latitude: 46.2312,
    longitude: 13.5023,
    altitude: 690,
    town: 'Moosgrund',
  },
  beech: {
    node: 3031,
    parent: 3030,
    name: words('Beech Hollow', 'Buchengrund'),
    latitude: 46.2255,
    longitude: 13.5147,
    altitude: 640,
    town: 'Moosgrund',
  },
  coast: {
    node: 3040,
    parent: REGIONS,
    name: words('Marell Coast', 'Küste von Marell'),
    latitude: 45.7123,
    longitude: 13.6021,
    altitude: 4,
    town: 'Marell',
  },
  rovin: {
    node: 3041,
    parent: 3040,
    name: words('Cape Rovin', 'Kap Rovin'),
    latitude: 45.6904,
    longitude: 13.5733,
    altitude: 61,
    town: 'Marell',
  },
  bay: {
    node: 3042,
    parent: 3040,
    name: words('Marell Bay', 'Bucht von Marell'),
    latitude: 45.7231,
    longitude: 13.6312,
    altitude: 2,
    town: 'Marell',
  },
  ardenau: {
    node: 3050,
    parent: REGIONS,
    name: words('Ardenau', 'Ardenau'),
    latitude: 46.0671,
    longitude: 13.5312,
    altitude: 213,
    town: 'Ardenau',
  },
  oldtown: {
    node: 3051,
    parent: 3050,
    name: words('Ardenau Old Town', 'Ardenauer Altstadt'),
    latitude: 46.0684,
    longitude: 13.5297,
    altitude: 219,
    town: 'Ardenau',
  },
  quay: {
    node: 3052,
    parent: 3051,
    name: words('River Quay', 'Flusskai'),
    latitude: 46.0661,
    longitude: 13.5279,
    altitude: 208,
    town: 'Ardenau',
  },
  lehmau: {
    node: 3060,
    parent: REGIONS,
    name: words('Lehmau Plain', 'Lehmauer Ebene'),
    latitude: 45.9342,
    longitude: 13.5021,
    altitude: 88,
    town: 'Lehmau',
  },
  workshop: {
    node: 3053,
    parent: 3050,
    name: words('Velmara Workshop', 'Velmara-Werkstatt'),
    latitude: 46.0702,
    longitude: 13.5391,
    altitude: 224,
    town: 'Ardenau',
  },
} as const satisfies Record<string, Place>;

/** The key of a place. */
export type PlaceKey = keyof typeof PLACES;
