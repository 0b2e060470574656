import type { BundleFieldValue, BundleNode } from '../bundle.ts';
import { createRandom } from '../drawing/random.ts';
import type { PictureJob } from '../files/picture-job.ts';
import { COLLECTION } from '../story/collections.ts';
import { FIELD } from '../story/fields.ts';
import { KEYWORD } from '../story/keywords.ts';
import { LIGHTS } from '../story/lights.ts';
import { CREATORS } from '../story/people.ts';
import { PLACES } from '../story/places.ts';
import { type Exception, SERIES, type Series } from '../story/series.ts';
import { USER } from '../story/users.ts';
import { words } from '../story/words.ts';
import type { Days } from './days.ts';
import { type Entry, pixels, type Scope, sample, slug } from './entry.ts';
import { captionWords, makeCaption } from './facts.ts';
import { keywordPaths } from './keyword-paths.ts';

/** Folder of the press pictures: every eighth view is one of them too. */
const PRESS = 71;

/** The pictures of places. */
export function makeViews(nodes: readonly BundleNode[], scope: Scope, days: Days): Entry[] {
  return SERIES.flatMap((series) => {
    const indices = Array.from({ length: series.count }, (_, index) => index);
    return sample(indices, scope).map((index) => makeView(series, index, nodes, scope, days));
  });
}

function makeView(series: Series, index: number, nodes: readonly BundleNode[], scope: Scope, days: Days): Entry {
  const { scene } = series;
  const key = `${scene}-${index}`;
  const random = createRandom(key);
  const exception: Exception = series.exceptions?.[index] ?? {};
  const place = PLACES[turn(series.places, index + Math.floor(index / series.variants.length))];
  const variant = turn(series.variants, index);
  const light = turn(series.lights, index);
  const creator = turn(
    series.creators.map((at) => CREATORS[at] ?? CREATORS[0]),
    index,
  );
  if (creator === undefined) throw new Error('nobody to credit');
  const [wide, tall] = exception.shape ?? turn(series.shapes, index);
  const extension = exception.extension ?? turn(series.extensions, index);
  const text = captionWords(scene, variant, place, light, index);
  const { node: mood, season, hour } = LIGHTS[light];
  const ago = uploadAge(random.next());
  const keywords = [
    ...series.keywords,
    mood,
    place.node,
    creator.node,
    ...(exception.keyword === undefined ? [] : [exception.keyword]),
  ];
  const caption = makeCaption(key, text, place, creator, { hour, season }, keywordPaths(nodes, keywords), ago, days);
  const name = `${slug(place.name.en)}_${slug(text.title.en.split(' – ')[1] ?? scene)}_${String(index + 1).padStart(3, '0')}.${extension}`;
  const path = `pictures/${scene.toLowerCase()}/${name}`;
  const picture: PictureJob = {
    scene,
    variant,
    palette: light,
    seed: key,
    width: pixels(wide, scope),
    height: pixels(tall, scope),
    path,
    treatment: exception.treatment ?? 'plain',
    ...(['jpg', 'webp', 'tif'].includes(extension) ? { caption } : {}),
  };
  const hasDraft = index % 9 === 3 && picture.treatment === 'plain' && extension === 'jpg';
  const infofields: Record<string, BundleFieldValue> = {
    [FIELD.title]: text.title,
    [FIELD.description]: text.description,
    [FIELD.alternative]: text.alternative,
    [FIELD.creator]: [creator.node],
    [FIELD.copyright]: caption.copyright,
    [FIELD.captured]: caption.captured.slice(0, 10),
    [FIELD.place]: [place.node],
    [FIELD.season]: season,
    [FIELD.licence]: random.pick([1, 1, 2, 3]),
    [FIELD.cleared]: random.chance(0.7),
    [FIELD.rating]: random.whole(6, 10) / 2,
    [FIELD.topics]: series.keywords.filter((id) => id < KEYWORD.aerial),
    [FIELD.latitude]: caption.latitude,
    [FIELD.longitude]: caption.longitude,
    ...(random.chance(0.12)
      ? {
          [FIELD.usage]: words(
            'Not for advertising of tobacco or alcohol.\nPlease send a copy.',
            'Nicht für Tabak- oder Alkoholwerbung.\nBitte ein Belegexemplar senden.',
          ),
        }
      : {}),
  };
  return {
    key,
    path,
    name,
    type: series.type,
    infofields,
    ago,
    picture,
    nodes: [
      series.folder,
      ...(index % 8 === 1 ? [PRESS] : []),
      ...keywords,
      ...collectionsOf(index, light === 'moonlight' || light === 'aurora', season),
    ],
    uploadedBy: creator.node === 3501 ? USER.mira : USER.leyla,
    ...(hasDraft ? { older: draftsOf(picture, ago, index) } : {}),
    ...(index % 11 === 7 ? { validForDays: index % 2 === 0 ? -20 : 200 } : {}),
    ...(index % 6 === 2 ? { isOnline: true } : {}),
    ...(index % series.variants.length === 0 && index > 0
      ? { relations: [{ type: 'variant', to: `${scene}-${index - 1}` }] }
      : {}),
  };
}

/** One or two earlier versions: a proof, and before it another light. */
function draftsOf(picture: PictureJob, ago: number, index: number): NonNullable<Entry['older']> {
  const older = (number: number): string =>
    `versions/${picture.path.replaceAll('/', '_').replace(/\.jpg$/, `.v${number}.jpg`)}`;
  const size = { width: Math.round(picture.width * 0.5), height: Math.round(picture.height * 0.5) };
  const proof: PictureJob = { ...picture, ...size, treatment: 'draft', path: older(1) };
  if (index % 2 === 0) return [{ picture: proof, ago: ago + 6 }];
  return [
    { picture: proof, ago: ago + 9 },
    { picture: { ...picture, ...size, palette: 'mist', path: older(2) }, ago: ago + 3 },
  ];
}

function collectionsOf(index: number, isNight: boolean, season: keyof typeof COLLECTION.seasons): number[] {
  const picked: number[] = [COLLECTION.seasons[season]];
  if (index % 5 === 0) picked.push(COLLECTION.stills);
  if (index % 7 === 0) picked.push(COLLECTION.homePage);
  if (index % 6 === 1) picked.push(COLLECTION.calendar);
  if (isNight) picked.push(COLLECTION.nights);
  return picked;
}

/** Days since an upload: many lately, some years ago. */
export const uploadAge = (chance: number): number => 2 + Math.floor(1000 * chance ** 2);

function turn<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('nothing to take turns with');
  return item;
}
