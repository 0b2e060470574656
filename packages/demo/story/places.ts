import { rowsOf, words } from './words.ts';

/**
 * The places of Velmara, which is fictional. One place per line: key, node, parent, name, position, altitude, town. A
 * region comes before its places.
 */
const TABLE = `
hochkarn | 3010 | 3000 | Hochkarn Range | Hochkarngruppe | 46.412 | 13.441 | 2712 | Karndorf
tavel | 3011 | 3010 | Tavel Peak | Tavelspitze | 46.4378 | 13.4712 | 2864 | Karndorf
saddle | 3012 | 3010 | Grey Saddle | Grauer Sattel | 46.3991 | 13.4203 | 1932 | Karndorf
hut | 3013 | 3012 | Saddle Hut | Sattelhütte | 46.3979 | 13.4188 | 1885 | Karndorf
lakes | 3020 | 3000 | Lira Lakes | Lira-Seenland | 46.301 | 13.552 | 520 | Lirau
lira | 3021 | 3020 | Lake Lira | Lirasee | 46.2987 | 13.5611 | 508 | Lirau
heron | 3022 | 3020 | Heron Pond | Reiherteich | 46.2841 | 13.5402 | 531 | Lirau
moosgrund | 3030 | 3000 | Moosgrund Forest | Moosgrunder Wald | 46.2312 | 13.5023 | 690 | Moosgrund
beech | 3031 | 3030 | Beech Hollow | Buchengrund | 46.2255 | 13.5147 | 640 | Moosgrund
coast | 3040 | 3000 | Marell Coast | Küste von Marell | 45.7123 | 13.6021 | 4 | Marell
rovin | 3041 | 3040 | Cape Rovin | Kap Rovin | 45.6904 | 13.5733 | 61 | Marell
bay | 3042 | 3040 | Marell Bay | Bucht von Marell | 45.7231 | 13.6312 | 2 | Marell
ardenau | 3050 | 3000 | Ardenau | Ardenau | 46.0671 | 13.5312 | 213 | Ardenau
oldtown | 3051 | 3050 | Ardenau Old Town | Ardenauer Altstadt | 46.0684 | 13.5297 | 219 | Ardenau
quay | 3052 | 3051 | River Quay | Flusskai | 46.0661 | 13.5279 | 208 | Ardenau
workshop | 3053 | 3050 | Velmara Workshop | Velmara-Werkstatt | 46.0702 | 13.5391 | 224 | Ardenau
`;

/** All places by key. */
export const PLACES = new Map(
  rowsOf(TABLE).map(([key = '', node, parent, en, de, latitude, longitude, altitude, town = '']) => [
    key,
    {
      ...{ node: Number(node), parent: Number(parent), name: words(en, de), town },
      ...{ latitude: Number(latitude), longitude: Number(longitude), altitude: Number(altitude) },
    },
  ]),
);

/** A place: its node and region, its position in degrees, its altitude in metres, and the nearest town. */
export type Place = typeof PLACES extends Map<string, infer P> ? P : never;

/** Returns the place with a key. */
export function placeOf(key: string): Place {
  const place = PLACES.get(key);
  if (place === undefined) throw new Error(`no place ${key}`);
  return place;
}
