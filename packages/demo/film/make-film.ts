import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Entry } from '../catalogue/entry.ts';
import type { PaletteName } from '../drawing/palettes.ts';
import { renderPicture } from '../drawing/render.ts';
import { FIELD } from '../story/fields.ts';
import { USER } from '../story/people.ts';
import { COLLECTION } from '../story/trees.ts';
import { words } from '../story/words.ts';

/** The film as an asset. */
export const FILM = {
  key: 'film-day-at-the-lake',
  path: 'films/a-day-at-the-lake.mp4',
  name: 'a-day-at-the-lake.mp4',
  type: 'recording',
  nodes: [61, 3021, COLLECTION.stills, COLLECTION.homePage, 3506],
  ago: 4,
  uploadedBy: USER.leyla,
  infofields: {
    [FIELD.title]: words('A day at Lake Lira', 'Ein Tag am Lirasee'),
    [FIELD.description]: words(
      'From first light to moonlight in seven seconds.',
      'Vom ersten Licht bis zum Mondlicht in sieben Sekunden.',
    ),
    [FIELD.place]: [3021],
    [FIELD.licence]: 1,
  },
  relations: [{ type: 'goes_with', to: 'text-a-day-at-the-lake.en.srt' }],
} as const satisfies Entry;

/** The palettes of the film in order, one per hour, and its frames per second. */
const HOURS: readonly PaletteName[] = ['dawn', 'spring', 'noon', 'golden', 'rose', 'dusk', 'moonlight', 'moonlight'];
const FRAME_RATE = 15;

/**
 * Makes the film if ffmpeg is available; the catalogue is complete without it. `height` is in pixels and must be even.
 */
export async function makeFilm(directory: string, height: number, signal: AbortSignal): Promise<boolean> {
  const target = join(directory, FILM.path);
  await mkdir(dirname(target), { recursive: true });
  const width = Math.round((height * 16) / 18) * 2;
  const input = `-f rawvideo -pix_fmt rgb24 -s ${width}x${height} -r ${FRAME_RATE} -i pipe:0`;
  const output =
    '-c:v libx264 -preset veryfast -crf 23 -pix_fmt yuv420p -threads 1 -fflags +bitexact -flags +bitexact -movflags +faststart';
  const words = `-v error -y ${input} ${output}`.split(' ');
  const child = spawn('ffmpeg', [...words, target], { stdio: ['pipe', 'ignore', 'ignore'], signal });
  try {
    const ended = once(child, 'close');
    await Promise.all([ended, pipeline(Readable.from(dayAtTheLake(width, height)), child.stdin)]);
    if (child.exitCode === 0) return true;
  } catch {
    signal.throwIfAborted();
  }
  await rm(target, { force: true });
  return false;
}

/** Yields the frames: each hour stays for a while and dissolves into the next. */
async function* dayAtTheLake(width: number, height: number): AsyncGenerator<Uint8Array> {
  const order = { scene: 'lake', variant: 'boat', seed: 'film', width, height } as const;
  const [first = 'dawn', ...others] = HOURS;
  let { data } = await renderPicture({ ...order, palette: first });
  for (const palette of others) {
    const next = (await renderPicture({ ...order, palette })).data;
    for (let frame = 0; frame < FRAME_RATE; frame += 1) {
      const share = Math.max(0, (frame / FRAME_RATE - 0.25) / 0.75);
      const smooth = share * share * (3 - 2 * share);
      const mixed = new Uint8Array(data.length);
      for (let i = 0; i < mixed.length; i += 1) mixed[i] = (data[i] ?? 0) * (1 - smooth) + (next[i] ?? 0) * smooth;
      yield mixed;
    }
    data = next;
  }
}
