import { createRandom } from '../drawing/random.ts';
import type { Caption } from '../files/caption.ts';
import type { Creator } from '../story/people.ts';
import type { Place } from '../story/places.ts';
import { rowsOf, type Words } from '../story/words.ts';
import type { Plan } from './entry.ts';

const CAMERAS = rowsOf(`
Karnflex | Karnflex M4 | Karnar 35 mm f/2
Karnflex | Karnflex S2 | Karnar 24-70 mm f/2.8
Lumid | Lumid Air 3 | Lumid 28 mm f/2.8
`);

/** What a caption is made of. */
export interface Story {
  readonly title: Words;
  readonly description: Words;
  readonly place: Place;
  readonly creator: Creator;
  readonly hour: number;
  readonly season?: number;
  readonly keywords: readonly number[];
  /** Days since the upload. */
  readonly ago: number;
}

/** What is written into the file of a picture. */
export function makeCaption(key: string, story: Story, { days, nodes }: Plan): Caption {
  const { title, description, creator, place, ago, season } = story;
  const random = createRandom(`${key}/caption`);
  const [make = '', model = '', lens = ''] = random.pick(CAMERAS);
  const seasonOf = (day: string): number => Math.floor(((Number(day.slice(5, 7)) + 9) % 12) / 3) + 1;
  let taken = ago + random.whole(2, 40);
  while (season !== undefined && seasonOf(days.day(taken)) !== season) taken += 11;
  const captured = days.instant(taken, story.hour, random.whole(0, 59));
  const keywordPaths = story.keywords.map((id) => pathTo(id, nodes));
  const nearby = (degrees: number): number => Number((degrees + random.between(-0.01, 0.01)).toFixed(5));
  return {
    title: title.en,
    description: description.en.replace('\n', ' '),
    creator: creator.name,
    copyright: `© ${captured.slice(0, 4)} ${creator.name} / Velmara`,
    keywords: keywordPaths.map((path) => path.at(-1) ?? ''),
    keywordPaths,
    captured,
    city: place.town,
    country: 'Velmara',
    rating: random.whole(3, 5),
    latitude: nearby(place.latitude),
    longitude: nearby(place.longitude),
    camera: {
      ...{ make, model, lens },
      exposureTime: random.pick(['1/30', '1/125', '1/250', '1/500', '2/1']),
      fNumber: random.pick(['28/10', '40/10', '56/10', '80/10', '110/10']),
      iso: random.pick(['64', '100', '200', '400', '1600']),
      focalLength: random.pick(['24', '28', '35', '50', '70']),
    },
  };
}

/** The English names from the top of the tree down to the node. */
function pathTo(id: number, nodes: Plan['nodes']): string[] {
  const node = nodes.find((each) => each.id === id);
  if (node === undefined) return [];
  const name = typeof node.name === 'string' ? node.name : node.name.en;
  return [...(node.parent === null ? [] : pathTo(node.parent, nodes)), name];
}
