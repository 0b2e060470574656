import { createRandom } from '../drawing/random.ts';
import type { PictureJob } from '../files/picture-job.ts';
import { BRAND_PIECES, type BrandPiece } from '../story/brand.ts';
import { COLLECTION } from '../story/collections.ts';
import { FIELD } from '../story/fields.ts';
import { CREATORS } from '../story/people.ts';
import { USER } from '../story/users.ts';
import { words } from '../story/words.ts';
import type { Days } from './days.ts';
import { type Entry, pixels, type Scope, sample } from './entry.ts';
import { uploadAge } from './views.ts';

/** Logos, signs, patterns, colours, posters and backgrounds. */
export function makeBrand(scope: Scope, days: Days): Entry[] {
  const folders = [...new Set(BRAND_PIECES.map(({ folder }) => folder))];
  return folders.flatMap((folder) =>
    sample(
      BRAND_PIECES.filter((piece) => piece.folder === folder),
      scope,
    ).map((piece) => makePiece(piece, scope, days)),
  );
}

function makePiece(piece: BrandPiece, scope: Scope, days: Days): Entry {
  const { key, scene, variant, palette, treatment, title } = piece;
  const random = createRandom(key);
  const ago = uploadAge(random.next());
  const creator = CREATORS[piece.type === 'photo' ? 2 : 4];
  if (creator === undefined) throw new Error('nobody to credit');
  const [wide, tall] = piece.shape;
  const path = `brand/${piece.file}`;
  const isPoster = scene === 'poster';
  const picture: PictureJob = {
    scene,
    variant,
    palette,
    seed: key,
    width: pixels(wide, scope),
    height: pixels(tall, scope),
    path,
    treatment,
  };
  return {
    key,
    path,
    name: piece.file.slice(piece.file.indexOf('/') + 1),
    type: piece.type,
    ago,
    uploadedBy: USER.amara,
    picture,
    nodes: [
      piece.folder,
      ...piece.keywords,
      creator.node,
      ...(isPoster ? [wide > 1500 || random.chance(0.4) ? COLLECTION.largePosters : COLLECTION.smallPosters] : []),
    ],
    infofields: {
      [FIELD.title]: title,
      [FIELD.creator]: [creator.node],
      [FIELD.copyright]: `© ${days.day(ago).slice(0, 4)} Velmara`,
      [FIELD.licence]: piece.type === 'mark' ? 3 : random.pick([1, 3]),
      [FIELD.cleared]: treatment === 'vector' || treatment === 'cmyk' || random.chance(0.5),
      [FIELD.topics]: piece.keywords.filter((id) => id < 3200),
      ...(piece.type === 'mark'
        ? {
            [FIELD.usage]: words(
              'Never stretch, turn or recolour the mark.\nKeep the height of the V clear on all sides.',
              'Die Marke nie verzerren, drehen oder umfärben.\nRundum die Höhe des V freihalten.',
            ),
          }
        : {}),
      ...(isPoster
        ? {
            [FIELD.description]: words(
              'A travel poster in flat inks, numbered and signed.',
              'Ein Reiseplakat in flachen Farben, nummeriert und signiert.',
            ),
          }
        : {}),
      ...(key === 'poster-2'
        ? {
            [FIELD.remark]: words(
              'Second edition with the new lighthouse.',
              'Zweite Auflage mit dem neuen Leuchtturm.',
            ),
          }
        : {}),
    },
    ...(isPoster && treatment === 'plain' ? { older: proofsOf(picture, ago, random.chance(0.4)) } : {}),
    ...(scene === 'logo' && key !== 'logo-0' ? { relations: [{ type: 'variant', to: 'logo-0' }] } : {}),
    ...(scene === 'logo' ? { isOnline: true } : {}),
  };
}

/** The poster before it was finished: a proof in another light, and sometimes the one before that in pale grey. */
function proofsOf(picture: PictureJob, ago: number, twice: boolean): NonNullable<Entry['older']> {
  const size = { width: Math.round(picture.width * 0.5), height: Math.round(picture.height * 0.5) };
  const at = (number: number): string =>
    `versions/${picture.path.replaceAll('/', '_').replace(/\.jpg$/, `.v${number}.jpg`)}`;
  const proof: PictureJob = { ...picture, ...size, treatment: 'draft', path: at(1) };
  if (!twice) return [{ picture: proof, ago: ago + 8 }];
  return [
    { picture: proof, ago: ago + 15 },
    { picture: { ...picture, ...size, palette: 'storm', path: at(2) }, ago: ago + 6 },
  ];
}
