import type { PaletteName } from '../drawing/palettes.ts';
import type { Treatment } from '../files/picture-job.ts';
import type { SceneName } from '../scenes/scenes.ts';
import { KEYWORD } from './keywords.ts';
import type { AssetTypeKey } from './kinds.ts';
import type { PlaceKey } from './places.ts';

/** Width and height in pixels. */
export type Shape = readonly [number, number];

const LANDSCAPE: Shape = [1280, 853];
const PORTRAIT: Shape = [853, 1280];
const SQUARE: Shape = [1080, 1080];
const WIDE: Shape = [2400, 840];
const LARGE: Shape = [2700, 1800];
const TALL: Shape = [960, 1280];

/** One picture of a series that is not like the others. */
export interface Exception {
  readonly shape?: Shape;
  readonly extension?: string;
  readonly treatment?: Treatment;
  readonly keyword?: number;
}

/** Pictures of one scene: they take turns through places, variants, lights and shapes. */
export interface Series {
  readonly scene: SceneName;
  readonly count: number;
  readonly places: readonly PlaceKey[];
  readonly variants: readonly string[];
  readonly lights: readonly PaletteName[];
  readonly shapes: readonly Shape[];
  /** The usual file formats, in turn. */
  readonly extensions: readonly string[];
  readonly folder: number;
  readonly type: AssetTypeKey;
  readonly keywords: readonly number[];
  /** Indices into the list of creators. */
  readonly creators: readonly number[];
  /** By place in the series, from 0. */
  readonly exceptions?: Readonly<Record<number, Exception>>;
}

const ALL_DAY: readonly PaletteName[] = [
  'dawn',
  'noon',
  'golden',
  'mist',
  'rose',
  'winter',
  'dusk',
  'autumn',
  'moonlight',
  'spring',
  'storm',
];

/** Everything that shows a place of the region. */
export const SERIES: readonly Series[] = [
  {
    scene: 'mountains',
    count: 22,
    places: ['hochkarn', 'tavel', 'saddle', 'hochkarn', 'lakes'],
    variants: ['peaks', 'trees', 'peaks', 'hills'],
    lights: ALL_DAY,
    shapes: [LANDSCAPE, LANDSCAPE, LANDSCAPE, PORTRAIT, LANDSCAPE, SQUARE],
    extensions: ['jpg'],
    folder: 13,
    type: 'photo',
    keywords: [KEYWORD.mountains],
    creators: [0, 1],
    exceptions: {
      2: { shape: LARGE },
      6: { shape: WIDE, keyword: KEYWORD.panorama },
      9: { treatment: 'grey', keyword: KEYWORD.blackAndWhite },
      13: { extension: 'tif', treatment: 'cmyk', shape: [900, 600] },
      16: { treatment: 'turned', shape: PORTRAIT },
      19: { extension: 'webp' },
    },
  },
  {
    scene: 'lake',
    count: 18,
    places: ['lira', 'heron', 'lira', 'lakes'],
    variants: ['boat', 'plain', 'jetty', 'reeds', 'plain'],
    lights: ['rose', 'mist', 'dawn', 'noon', 'golden', 'moonlight', 'autumn', 'spring', 'dusk', 'winter', 'storm'],
    shapes: [LANDSCAPE, LANDSCAPE, LANDSCAPE, PORTRAIT, LANDSCAPE],
    extensions: ['jpg'],
    folder: 15,
    type: 'photo',
    keywords: [KEYWORD.lakes],
    creators: [1, 0],
    exceptions: {
      0: { shape: LARGE },
      5: { extension: 'gif', treatment: 'loop', shape: [420, 280] },
      8: { shape: WIDE, keyword: KEYWORD.panorama },
      12: { extension: 'webp' },
      17: { treatment: 'turned' },
    },
  },
  {
    scene: 'forest',
    count: 12,
    places: ['moosgrund', 'beech', 'moosgrund'],
    variants: ['trunks', 'slope', 'grove'],
    lights: ['golden', 'mist', 'autumn', 'dawn', 'winter', 'spring', 'moonlight', 'dusk', 'noon'],
    shapes: [LANDSCAPE, PORTRAIT, LANDSCAPE, LANDSCAPE],
    extensions: ['jpg', 'jpg', 'jpg', 'webp'],
    folder: 16,
    type: 'photo',
    keywords: [KEYWORD.forest],
    creators: [0],
    exceptions: { 4: { treatment: 'grey', keyword: KEYWORD.blackAndWhite } },
  },
  {
    scene: 'coast',
    count: 16,
    places: ['rovin', 'bay', 'coast', 'rovin'],
    variants: ['lighthouse', 'sails', 'cliffs', 'beach'],
    lights: ['dusk', 'noon', 'storm', 'golden', 'moonlight', 'dawn', 'mist', 'rose', 'spring'],
    shapes: [LANDSCAPE, LANDSCAPE, PORTRAIT, LANDSCAPE, LANDSCAPE],
    extensions: ['jpg'],
    folder: 17,
    type: 'photo',
    keywords: [KEYWORD.sea],
    creators: [1, 0],
    exceptions: {
      7: { shape: WIDE, keyword: KEYWORD.panorama },
      10: { treatment: 'turned', shape: PORTRAIT },
      14: { extension: 'avif', shape: [720, 480] },
    },
  },
  {
    scene: 'skyline',
    count: 12,
    places: ['quay', 'oldtown', 'ardenau'],
    variants: ['river', 'roofs', 'bridge'],
    lights: ['moonlight', 'golden', 'dusk', 'dawn', 'rose', 'winter', 'storm'],
    shapes: [LANDSCAPE, LANDSCAPE, LANDSCAPE, PORTRAIT],
    extensions: ['jpg'],
    folder: 21,
    type: 'photo',
    keywords: [KEYWORD.streets, KEYWORD.river],
    creators: [1],
    exceptions: { 5: { shape: WIDE, keyword: KEYWORD.panorama } },
  },
  {
    scene: 'cabin',
    count: 9,
    places: ['hut', 'saddle', 'tavel'],
    variants: ['aframe', 'chalet', 'tent'],
    lights: ['moonlight', 'winter', 'dusk', 'aurora', 'dawn', 'noon', 'rose'],
    shapes: [LANDSCAPE, SQUARE, LANDSCAPE],
    extensions: ['jpg'],
    folder: 14,
    type: 'photo',
    keywords: [KEYWORD.huts, KEYWORD.mountains],
    creators: [0],
  },
  {
    scene: 'balloons',
    count: 5,
    places: ['lehmau', 'lakes'],
    variants: ['any'],
    lights: ['dawn', 'noon', 'rose', 'golden', 'mist'],
    shapes: [LANDSCAPE, LANDSCAPE, PORTRAIT],
    extensions: ['jpg'],
    folder: 11,
    type: 'photo',
    keywords: [KEYWORD.sky],
    creators: [3],
  },
  {
    scene: 'nightSky',
    count: 7,
    places: ['hochkarn', 'saddle', 'rovin'],
    variants: ['aurora', 'milkyway'],
    lights: ['aurora', 'moonlight', 'aurora', 'dusk', 'aurora', 'moonlight'],
    shapes: [LANDSCAPE, LANDSCAPE, LANDSCAPE, PORTRAIT],
    extensions: ['jpg'],
    folder: 18,
    type: 'photo',
    keywords: [KEYWORD.sky, KEYWORD.night],
    creators: [0],
  },
  {
    scene: 'fields',
    count: 8,
    places: ['lehmau'],
    variants: ['plain', 'terraces', 'orchard'],
    lights: ['spring', 'golden', 'autumn', 'noon', 'winter', 'dawn'],
    shapes: [
      [1260, 840],
      [1000, 1000],
    ],
    extensions: ['jpg'],
    folder: 24,
    type: 'photo',
    keywords: [KEYWORD.fields, KEYWORD.aerial],
    creators: [3],
  },
  {
    scene: 'botanical',
    count: 12,
    places: ['moosgrund', 'beech', 'ardenau', 'lehmau', 'moosgrund'],
    variants: ['fern', 'branch', 'monstera', 'meadow', 'berries'],
    lights: ['noon', 'golden', 'moonlight', 'spring', 'winter', 'mist', 'autumn', 'rose'],
    shapes: [TALL, TALL, SQUARE],
    extensions: ['jpg', 'jpg', 'webp'],
    folder: 25,
    type: 'illustration',
    keywords: [KEYWORD.plants, KEYWORD.illustration],
    creators: [4],
  },
  {
    scene: 'table',
    count: 6,
    places: ['hut', 'oldtown', 'bay'],
    variants: ['breakfast', 'citrus', 'picnic'],
    lights: ['golden', 'noon', 'rose', 'spring'],
    shapes: [LANDSCAPE, SQUARE],
    extensions: ['jpg'],
    folder: 26,
    type: 'photo',
    keywords: [KEYWORD.food],
    creators: [2],
  },
];
