import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findProgram } from '../../src/find-program.ts';
import type { Entry } from '../catalogue/entry.ts';
import { COLLECTION } from '../story/collections.ts';
import { FIELD } from '../story/fields.ts';
import { CREATORS } from '../story/people.ts';
import { PLACES } from '../story/places.ts';
import { USER } from '../story/users.ts';
import { words } from '../story/words.ts';
import { dayAtTheLake, FRAME_RATE } from './day-at-the-lake.ts';
import { encodeMp4 } from './ffmpeg.ts';

/** The film as an asset. */
export const FILM: Entry = {
  key: 'film-day-at-the-lake',
  path: 'films/a-day-at-the-lake.mp4',
  name: 'a-day-at-the-lake.mp4',
  type: 'recording',
  nodes: [
    61,
    PLACES.lira.node,
    COLLECTION.stills,
    COLLECTION.homePage,
    ...(CREATORS[5] === undefined ? [] : [CREATORS[5].node]),
  ],
  ago: 4,
  uploadedBy: USER.leyla,
  infofields: {
    [FIELD.title]: words('A day at Lake Lira', 'Ein Tag am Lirasee'),
    [FIELD.description]: words(
      'From first light to moonlight in seven seconds.',
      'Vom ersten Licht bis zum Mondlicht in sieben Sekunden.',
    ),
    [FIELD.place]: [PLACES.lira.node],
    [FIELD.licence]: 1,
  },
  relations: [{ type: 'goes_with', to: 'text-a-day-at-the-lake.en.srt' }],
};

/** Makes the film where this machine can; the catalogue is whole without it. `height` in pixels, even. */
export async function makeFilm(directory: string, height: number, signal: AbortSignal): Promise<boolean> {
  const ffmpeg = await findProgram('ffmpeg');
  if (ffmpeg === undefined || FILM.path === undefined) return false;
  const target = join(directory, FILM.path);
  await mkdir(dirname(target), { recursive: true });
  const width = Math.round((height * 16) / 18) * 2;
  try {
    const feed = { width, height, perSecond: FRAME_RATE, frames: dayAtTheLake(width, height) };
    await encodeMp4(ffmpeg, feed, target, signal);
    return true;
  } catch {
    signal.throwIfAborted();
    await rm(target, { force: true });
    return false;
  }
}
