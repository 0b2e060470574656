import { createRandom } from '../drawing/random.ts';
import type { PictureJob } from '../files/picture-job.ts';
import { FIELD } from '../story/fields.ts';
import { LIGHTS } from '../story/lights.ts';
import { motifOf } from '../story/motifs.ts';
import { USER } from '../story/people.ts';
import { placeOf } from '../story/places.ts';
import { formOf, SERIES, type Series } from '../story/series.ts';
import { COLLECTION } from '../story/trees.ts';
import { words } from '../story/words.ts';
import { makeCaption } from './caption.ts';
import { draftsOf, type Entry, type Plan, pixels, sample, slug, uploadAge } from './entry.ts';

/** Creates the entries of the pictures of places. */
export const makeViews = (plan: Plan): Entry[] =>
  SERIES.flatMap((series) =>
    sample([...Array(series.count).keys()], plan).map((index) => makeView(series, index, plan)),
  );

function makeView(series: Series, index: number, plan: Plan): Entry {
  const { scene, variants } = series;
  const key = `${scene}-${index}`;
  const {
    shown,
    shape: [wide = 0, tall = 0],
    extension,
    treatment,
    keywords: more,
  } = formOf(series, index);
  const original = `${scene}-${shown}`;
  const random = createRandom(original);
  const place = placeOf(turn(series.places, shown + Math.floor(shown / variants.length)));
  const [variant, light, creator] = [turn(variants, shown), turn(series.lights, shown), turn(series.creators, shown)];
  const motif = motifOf(scene, variant);
  const { node: mood, season, hour, sentence, moments } = LIGHTS[light];
  const moment = turn(moments, shown);
  // The newest pictures are the first ones of all series; a version is uploaded after its original.
  const ago = index === 0 ? 1 : uploadAge(original);
  const keywords = [...series.keywords, mood, place.node, creator.node, ...more];
  const isGrey = treatment === 'grey';
  const title = words(
    `${place.name.en} – ${motif.title.en}, ${moment.en}${isGrey ? ', black and white' : ''}`,
    `${place.name.de} – ${motif.title.de}, ${moment.de}${isGrey ? ', schwarz-weiß' : ''}`,
  );
  const description = words(`${motif.sentence.en}\n${sentence.en}`, `${motif.sentence.de}\n${sentence.de}`);
  const caption = makeCaption(original, { title, place, creator, hour, season, ago }, plan.days);
  const number = String(index + 1).padStart(3, '0');
  const name = `${slug(place.name.en)}_${slug(`${motif.title.en} ${moment.en}`)}_${number}.${extension}`;
  const path = `pictures/${scene.toLowerCase()}/${name}`;
  const size = { width: pixels(wide, plan), height: pixels(tall, plan) };
  const picture: PictureJob = { scene, variant, palette: light, seed: original, ...size, path, treatment, caption };
  return {
    key,
    path,
    name,
    type: series.type,
    ago: ago - Number(index !== shown),
    picture,
    nodes: [series.folder, ...(index % 8 === 1 ? [71] : []), ...keywords, ...collectionsOf(index, hour, season)],
    infofields: {
      [FIELD.title]: title,
      [FIELD.description]: description,
      [FIELD.alternative]: motif.sentence,
      [FIELD.creator]: [creator.node],
      [FIELD.copyright]: caption.copyright,
      [FIELD.captured]: caption.captured.slice(0, 10),
      [FIELD.place]: [place.node],
      [FIELD.season]: season,
      [FIELD.licence]: random.pick([1, 1, 2, 3]),
      [FIELD.cleared]: random.chance(0.7),
      [FIELD.rating]: random.whole(6, 10) / 2,
      [FIELD.topics]: series.keywords.filter((id) => id < 3200),
      [FIELD.latitude]: caption.latitude,
      [FIELD.longitude]: caption.longitude,
      ...(index % 8 === 1 ? { [FIELD.usage]: NO_ADVERTISING } : {}),
    },
    uploadedBy: creator.node === 3501 ? USER.mira : USER.leyla,
    ...(index % 9 === 3 && treatment === 'plain' ? { older: draftsOf(picture, ago, index % 2 === 1) } : {}),
    ...(index % 22 === 15 ? { validInDays: 20 } : {}),
    ...(index % 11 === 7 ? { validForDays: index % 2 === 0 ? -20 : 200 } : {}),
    ...(index % 6 === 2 ? { isOnline: true } : {}),
    ...(isGrey ? { relations: [{ type: 'variant', to: original }] } : {}),
  };
}

const NO_ADVERTISING = words(
  'Not for advertising of tobacco or alcohol.\nPlease send a copy.',
  'Nicht für Tabak- oder Alkoholwerbung.\nBitte ein Belegexemplar senden.',
);

function collectionsOf(index: number, hour: number, season: number): number[] {
  const picked: number[] = [COLLECTION.seasons + season];
  if (index % 5 === 0) picked.push(COLLECTION.stills);
  if (index % 7 === 0) picked.push(COLLECTION.homePage);
  if (index % 6 === 1) picked.push(COLLECTION.calendar);
  if (hour > 22 || hour < 4) picked.push(COLLECTION.nights);
  return picked;
}

function turn<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('nothing to take turns with');
  return item;
}
