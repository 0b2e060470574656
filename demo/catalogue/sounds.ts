import { compose } from '../sounds/compose.ts';
import { wavFile } from '../sounds/wav.ts';
import { COLLECTION } from '../story/collections.ts';
import { FIELD } from '../story/fields.ts';
import { CREATORS } from '../story/people.ts';
import { PIECES } from '../story/pieces.ts';
import { PLACES } from '../story/places.ts';
import { USER } from '../story/users.ts';
import type { Days } from './days.ts';
import { type Entry, type Scope, sample } from './entry.ts';

/** Where the field recordings were made. */
const RECORDED_AT = { waves: PLACES.rovin, wind: PLACES.hut, rain: PLACES.beech } as const;

/** Music and field recordings. */
export function makeSounds(scope: Scope, days: Days): Entry[] {
  const recordist = CREATORS[5];
  return sample(PIECES, scope).map((piece) => {
    const { file, kind, title } = piece;
    const ago = 20 + PIECES.indexOf(piece) * 41;
    const place = kind in RECORDED_AT ? RECORDED_AT[kind as keyof typeof RECORDED_AT] : undefined;
    return {
      key: `sound-${file}`,
      path: `sounds/${file}.wav`,
      name: `${file}.wav`,
      type: 'recording',
      ago,
      uploadedBy: USER.leyla,
      nodes: [
        place === undefined ? 62 : 63,
        COLLECTION.stills,
        ...(recordist === undefined ? [] : [recordist.node]),
        ...(place === undefined ? [] : [place.node]),
      ],
      infofields: {
        [FIELD.title]: title,
        [FIELD.licence]: 1,
        [FIELD.captured]: days.day(ago + 12),
        ...(recordist === undefined
          ? {}
          : { [FIELD.creator]: [recordist.node], [FIELD.copyright]: `© ${recordist.name} / Velmara` }),
        ...(place === undefined ? {} : { [FIELD.place]: [place.node] }),
      },
      content: () =>
        wavFile(compose(kind, file, piece.seconds, piece.key), {
          title: title.en,
          artist: recordist?.name ?? 'Velmara',
          year: days.day(ago).slice(0, 4),
        }),
    };
  });
}
