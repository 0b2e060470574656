import type { PaletteName } from '../drawing/palettes.ts';
import type { Treatment } from '../files/picture-job.ts';
import type { SceneName } from '../scenes/scenes.ts';
import { CREATORS } from './people.ts';
import { rowsOf } from './words.ts';

/** Width and height in pixels, by letter. `v` is larger than the largest preview, so that viewers show it in tiles. */
const SHAPES = {
  l: [1280, 853],
  p: [853, 1280],
  q: [1080, 1080],
  w: [2400, 840],
  v: [4800, 1680],
  x: [2700, 1800],
  s: [600, 400],
} as const;

/**
 * The pictures of a series cycle through its places, variants, palettes and shapes. One series per line: scene, number
 * of pictures, folder, type, keywords, creators, places, variants, palettes, shapes.
 */
const TABLE = `
mountains | 22 | 13 | photo | 3111 | mira jonas | hochkarn tavel saddle hochkarn lakes | peaks trees peaks hills | dawn noon golden mist rose winter dusk autumn moonlight spring storm | lllplq
lake | 18 | 15 | photo | 3112 | jonas mira | lira heron lira lakes | boat plain jetty plain jetty | rose mist dawn noon golden moonlight autumn spring dusk winter storm | lllpl
forest | 12 | 16 | photo | 3113 | mira | moosgrund beech moosgrund | trunks slope | golden mist autumn dawn winter spring moonlight dusk noon | lpll
coast | 12 | 17 | photo | 3114 | jonas mira | rovin bay coast rovin | lighthouse cliffs | dusk noon storm golden moonlight dawn mist rose spring | llpll
town | 12 | 21 | photo | 3121 3122 | jonas | quay oldtown ardenau | river roofs | moonlight golden dusk dawn rose winter storm | lllp
cabin | 9 | 14 | photo | 3117 3111 | mira | hut saddle tavel | aframe tent | moonlight winter dusk aurora dawn noon rose | lql
nightSky | 5 | 18 | photo | 3116 3203 | mira | hochkarn saddle rovin | aurora | aurora moonlight aurora | lllp
`;

/** All series. */
export const SERIES = rowsOf(TABLE).map(([scene, count, folder, type = '', ...lists]) => {
  const [keywords = [], creators = [], places = [], variants = [], lights = [], shapes = []] = lists.map((list) =>
    list.split(' '),
  );
  return {
    ...{ scene: scene as SceneName, count: Number(count), folder: Number(folder), type, places, variants },
    shapes: shapes[0] ?? 'l',
    lights: lights as PaletteName[],
    keywords: keywords.map(Number),
    creators: creators.map((key) => CREATORS[key as keyof typeof CREATORS]),
  };
});

/** A series of pictures. */
export type Series = (typeof SERIES)[number];

/**
 * Pictures that differ from the rest of their series: shape, file format, treatment, additional keyword, and the
 * index of the picture of which they are a version or, unchanged, a duplicate.
 */
const EXCEPTIONS = new Map(
  rowsOf(`
mountains-2 | x
mountains-6 | v | | | 3206
mountains-9 | | | grey | 3204 | 8
mountains-13 | s | tif | cmyk
mountains-16 | p | | turned
mountains-19 | | webp
lake-0 | x
lake-5 | s | gif | loop
lake-8 | w | | | 3206
lake-12 | | webp
lake-13 | | | | | 3
mountains-20 | s | png | deep
forest-4 | | | grey | 3204 | 3
coast-7 | w | | | 3206
coast-10 | p | | turned
coast-11 | s | avif
town-5 | w | | | 3206
`).map(([key = '', ...rest]) => [key, rest]),
);

/** Returns the properties of one picture of a series. */
export function formOf({ scene, shapes }: Series, index: number) {
  const [shape, extension, treatment, keyword, original] = EXCEPTIONS.get(`${scene}-${index}`) ?? [];
  const shown = original ? Number(original) : index;
  return {
    shown,
    shape: SHAPES[(shape || shapes[shown % shapes.length]) as keyof typeof SHAPES],
    extension: extension || 'jpg',
    treatment: (treatment || 'plain') as Treatment,
    keywords: keyword ? [Number(keyword)] : [],
  };
}
