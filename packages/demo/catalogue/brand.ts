import { createRandom } from '../drawing/random.ts';
import type { PictureJob } from '../files/picture-job.ts';
import { BRAND_KINDS, BRAND_PIECES, type BrandPiece } from '../story/brand.ts';
import { FIELD } from '../story/fields.ts';
import { CREATORS, USER } from '../story/people.ts';
import { COLLECTION } from '../story/trees.ts';
import { words } from '../story/words.ts';
import { draftsOf, type Entry, type Plan, pixels, sample, uploadAge } from './entry.ts';

const creator = CREATORS.drawing;

/** Creates the entries of logos, signs and posters. */
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
      ...(variant.endsWith('KARN') ? { [FIELD.remark]: words('Second edition.', 'Zweite Auflage.') } : {}),
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
