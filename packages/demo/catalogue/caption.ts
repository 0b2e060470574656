import { createRandom } from '../drawing/random.ts';
import type { Caption } from '../files/caption.ts';
import type { Creator } from '../story/people.ts';
import type { Place } from '../story/places.ts';
import { rowsOf, type Words } from '../story/words.ts';
import type { Days } from './days.ts';

const CAMERAS = rowsOf(`
Karnflex | Karnflex M4 | Karnar 35 mm f/2 | 35/1
Karnflex | Karnflex S2 | Karnar 24-70 mm f/2.8 | 50/1
Lumid | Lumid Air 3 | Lumid 28 mm f/2.8 | 28/1
`);

/** The data for a caption; `ago` is the number of days since the upload. */
export interface Story {
  readonly title: Words;
  readonly place: Place;
  readonly creator: Creator;
  readonly hour: number;
  readonly season?: number;
  readonly ago: number;
}

/** Creates the metadata to be written into a picture's file. */
export function makeCaption(key: string, { title, creator, place, hour, season, ago }: Story, days: Days): Caption {
  const random = createRandom(`${key}/caption`);
  const [Make = '', Model = '', LensModel = '', FocalLength = ''] = random.pick(CAMERAS);
  const seasonOf = (day: string): number => Math.floor(((Number(day.slice(5, 7)) + 9) % 12) / 3) + 1;
  let taken = ago + random.whole(2, 40);
  while (season !== undefined && seasonOf(days.day(taken)) !== season) taken += 11;
  const captured = days.instant(taken, hour, random.whole(0, 59));
  const nearby = (degrees: number): number => Number((degrees + random.between(-0.01, 0.01)).toFixed(5));
  const ExposureTime = random.pick(['1/30', '1/125', '1/250', '1/500', '2/1']);
  const FNumber = random.pick(['28/10', '40/10', '56/10', '80/10', '110/10']);
  const ISOSpeedRatings = random.pick(['64', '100', '200', '400', '1600']);
  return {
    title: title.en,
    creator: creator.name,
    copyright: `© ${captured.slice(0, 4)} ${creator.name} / Velmara`,
    captured,
    latitude: nearby(place.latitude),
    longitude: nearby(place.longitude),
    camera: { Make, Model, LensModel, FocalLength, ExposureTime, FNumber, ISOSpeedRatings },
  };
}
