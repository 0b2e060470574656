/**
 * Draws the film of the demo, which is kept there because making the demo needs no ffmpeg, and this does:
 * `npm run node -- scripts/draw-film.ts`. Shots dissolve into each other while the camera moves closer.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encoderOf, renderPicture } from '../packages/demo/drawing/render.ts';
import { compose } from '../packages/demo/sounds/compose.ts';
import { wavFile } from '../packages/demo/sounds/wav.ts';
import { FILM_SECONDS, SHOTS, startOf } from '../packages/demo/story/film.ts';

const FRAMES_PER_SECOND = 15;
/** Seconds that two shots share, and that each lasts, so that every chapter begins in the middle of a dissolve. */
const DISSOLVE = 0.8;
const SHOT_SECONDS = FILM_SECONDS / SHOTS.length + DISSOLVE;

const folder = await mkdtemp(join(tmpdir(), 'abs-film-'));
const at = (name: string): string => join(folder, name);
try {
  for (const [index, { scene, variant, palette }] of SHOTS.entries()) {
    const bitmap = await renderPicture({ scene, variant, palette, seed: `film-${index}`, width: 1920, height: 1080 });
    await encoderOf(bitmap)
      .png()
      .toFile(at(`${index}.png`));
  }
  await writeFile(at('music.wav'), wavFile(compose('film', FILM_SECONDS, -2)));
  const chapters = SHOTS.map(
    ({ title }, index) =>
      `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${startOf(index) * 1000}\nEND=${startOf(index + 1) * 1000}\ntitle=${title.en}\n`,
  );
  await writeFile(
    at('chapters.txt'),
    `;FFMETADATA1\ntitle=A day in Velmara\nartist=Noor El Sayed\n${chapters.join('')}`,
  );
  const frames = Math.round(SHOT_SECONDS * FRAMES_PER_SECOND);
  const closer = `zoompan=z='1+0.1*on/${frames}':x='iw/2-iw/zoom/2':y='ih/2-ih/zoom/2':d=${frames}:s=640x360:fps=${FRAMES_PER_SECOND}`;
  const shots = SHOTS.map((_, index) => `[${index}]${closer}[shot${index}]`);
  const dissolves = SHOTS.slice(1).map((_, index) => {
    const [from, offset] = [index === 0 ? 'shot0' : `film${index}`, (SHOT_SECONDS - DISSOLVE) * (index + 1)];
    return `[${from}][shot${index + 1}]xfade=duration=${DISSOLVE}:offset=${offset.toFixed(3)}[film${index + 1}]`;
  });
  const inputs = [...SHOTS.map((_, index) => `${index}.png`), 'music.wav', 'chapters.txt'];
  const output =
    `-map [film${SHOTS.length - 1}] -map ${SHOTS.length}:a -map_metadata ${SHOTS.length + 1} -t ${FILM_SECONDS} -c:v libx264 ` +
    '-preset veryslow -crf 27 -pix_fmt yuv420p -threads 1 -c:a aac -b:a 48k -fflags +bitexact -flags +bitexact -movflags +faststart';
  const film = fileURLToPath(new URL('../packages/demo/film/a-day-in-velmara.mp4', import.meta.url));
  const args = ['-v', 'error', '-y', ...inputs.flatMap((name) => ['-i', at(name)])];
  args.push('-filter_complex', [...shots, ...dissolves].join(';'), ...output.split(' '), film);
  const [status] = await once(spawn('ffmpeg', args, { stdio: 'inherit' }), 'close');
  process.exitCode = status as number;
} finally {
  await rm(folder, { recursive: true });
}
