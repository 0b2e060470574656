import type { PaletteName } from '../drawing/palettes.ts';
import { createRandom } from '../drawing/random.ts';
import type { PictureJob } from '../files/picture-job.ts';
import { BRAND_KINDS, BRAND_PIECES, type BrandPiece } from '../story/brand.ts';
import { FIELD } from '../story/fields.ts';
import { COLLEAGUES, CREATORS, USER } from '../story/people.ts';
import { placeOf } from '../story/places.ts';
import { COLLECTION, KEYWORD } from '../story/trees.ts';
import { words } from '../story/words.ts';
import { makeCaption } from './caption.ts';
import { draftsOf, type Entry, type Plan, pixels, sample, slug, uploadAge } from './entry.ts';

const creator = CREATORS.drawing;

/** Logos, signs, patterns, posters and backgrounds. */
export const makeBrand = (plan: Plan): Entry[] =>
  Object.keys(BRAND_KINDS).flatMap((kind) =>
    sample(
      BRAND_PIECES.filter(({ scene }) => scene === kind),
      plan,
    ).map((piece) => makePiece(piece, plan)),
  );

function makePiece(piece: BrandPiece, plan: Plan): Entry {
  const { scene, variant, palette, treatment, title } = piece;
  const key = piece.file;
  const random = createRandom(key);
  const ago = uploadAge(key);
  const [folder, keywords, type, wide, tall] = BRAND_KINDS[scene] ?? [30, [], 'mark', 800, 800];
  const path = `brand/${piece.file}`;
  const isLogo = scene === 'logo';
  const height = variant.startsWith('wordmark') ? wide / 3.2 : tall;
  const size = { width: pixels(wide, plan), height: pixels(height, plan) };
  const picture: PictureJob = { scene, variant, palette, seed: key, ...size, path, treatment };
  const poster = random.chance(0.4) ? COLLECTION.largePosters : COLLECTION.smallPosters;
  const isProofed = scene === 'poster' && treatment === 'plain';
  const main = 'logos/velmara-mark.svg';
  return {
    ...{ key, path, type, ago, picture, uploadedBy: USER.amara },
    name: piece.file.slice(piece.file.indexOf('/') + 1),
    nodes: [folder, ...keywords, creator.node, ...(scene === 'poster' ? [poster] : [])],
    infofields: {
      [FIELD.title]: title,
      [FIELD.creator]: [creator.node],
      [FIELD.copyright]: `© ${plan.days.day(ago).slice(0, 4)} Velmara`,
      [FIELD.licence]: type === 'mark' ? 3 : random.pick([1, 3]),
      [FIELD.cleared]: treatment !== 'plain' || random.chance(0.5),
      [FIELD.topics]: keywords.filter((id) => id < 3200),
      ...(type === 'mark' ? { [FIELD.usage]: NEVER_STRETCH } : {}),
      ...(variant.startsWith('summit ') ? { [FIELD.remark]: words('Second edition.', 'Zweite Auflage.') } : {}),
    },
    ...(isProofed ? { older: draftsOf(picture, ago, random.chance(0.4)) } : {}),
    ...(isLogo && key !== main ? { relations: [{ type: 'variant', to: main }] } : {}),
    ...(isLogo ? { isOnline: true } : {}),
  };
}

const NEVER_STRETCH = words(
  'Never stretch, turn or recolour the mark.\nKeep the height of the V clear on all sides.',
  'Die Marke nie verzerren, drehen oder umfärben.\nRundum die Höhe des V freihalten.',
);

const PORTRAIT_LIGHTS: readonly PaletteName[] = ['golden', 'noon', 'rose', 'mist', 'autumn', 'spring'];

/** The team, one portrait each. */
export const makePortraits = (plan: Plan): Entry[] =>
  sample([...COLLEAGUES.entries()], plan).map(([index, { name: person, job, look }]): Entry => {
    const key = `portrait-${index}`;
    const ago = uploadAge(key);
    const title = words(`${person}, ${job.en}`, `${person}, ${job.de}`);
    const description = words(`${person} works as ${job.en} at Velmara.`, `${person} arbeitet bei Velmara: ${job.de}.`);
    const keywords = [KEYWORD.people, KEYWORD.illustration, creator.node];
    const story = { title, description, place: placeOf('ardenau'), creator, hour: 11, keywords, ago };
    const caption = makeCaption(key, story, plan);
    const name = `portrait_${slug(person)}.jpg`;
    const path = `pictures/portraits/${name}`;
    return {
      ...{ key, path, name, type: 'portrait', ago, uploadedBy: USER.leyla },
      nodes: [27, ...(index % 4 === 0 ? [71] : []), ...keywords],
      infofields: {
        [FIELD.title]: title,
        [FIELD.description]: description,
        [FIELD.alternative]: words(`Portrait of ${person}`, `Porträt von ${person}`),
        [FIELD.creator]: [creator.node],
        [FIELD.copyright]: caption.copyright,
        [FIELD.licence]: 2,
        [FIELD.cleared]: index % 3 !== 0,
        [FIELD.topics]: [KEYWORD.people],
      },
      picture: {
        ...{ scene: 'portrait', variant: look, seed: `${key}/${person}`, path, treatment: 'plain', caption },
        palette: PORTRAIT_LIGHTS[index % 6] ?? 'golden',
        ...{ width: pixels(880, plan), height: pixels(1100, plan) },
      },
      ...(index === 1 ? { validForDays: 90 } : {}),
    };
  });
