import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileProperties, NO_FILE_PROPERTIES } from '../../../../core/src/domain/file-properties.ts';
import { cachedFolder, cacheFolder, newFolder } from '../../../../core/test/support/folder-cache.ts';
import { findMediaTools, type MediaTools } from '../../../../media/src/ffmpeg/tools.ts';
import { SAMPLE } from '../../support/sample.ts';

/** The tools of this machine; tests that need them are skipped without. */
export const media = await findMediaTools();
export const withoutMedia = media === undefined && 'ffmpeg is not on this machine';

/** A film of two seconds: half a second of black, then moving colour bars. */
const BARS = [
  ...['-f', 'lavfi', '-i', 'color=black:s=320x180:r=12:d=0.5'],
  ...['-f', 'lavfi', '-i', 'smptehdbars=s=320x180:r=12:d=1.5'],
  ...['-f', 'lavfi', '-i', 'sine=440:d=2'],
  ...['-filter_complex', '[0:v][1:v]concat=n=2:v=1[v]', '-map', '[v]', '-map', '2:a', '-pix_fmt', 'yuv420p', '-t', '2'],
];
const SINE = ['-f', 'lavfi', '-i', 'sine=440:d=2'];

/** How to make each file from ffmpeg's own test sources. */
const RECIPES: Readonly<Record<string, readonly string[]>> = {
  'film.mp4': [...BARS, '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'],
  'camera.mov': [...BARS, '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'pcm_s16le'],
  'old.avi': [...BARS, '-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
  'sound.wav': [...SINE, '-c:a', 'pcm_s16le'],
  'sound.aiff': [...SINE, '-c:a', 'pcm_s16be'],
  'sound.mp3': [...SINE, '-c:a', 'libmp3lame'],
};

/**
 * Gives a film of `makeRecordings` chapters: `[start, end, title]` in seconds. The container says what becomes of odd ones.
 */
export function addChapters(from: string, to: string, chapters: readonly (readonly [number, number, string])[]): void {
  const list = `${to}.txt`;
  const of = ([start, end, title]: readonly [number, number, string]) =>
    `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start * 1000}\nEND=${end * 1000}\n${title && `title=${title}\n`}`;
  writeFileSync(list, `;FFMETADATA1\n${chapters.map(of).join('')}`);
  ffmpeg(['-i', from, '-i', list, '-map', '0', '-map_chapters', '1', '-c', 'copy', to]);
  rmSync(list);
}

export interface Recordings extends Disposable {
  readonly folder: string;
  path(name: string): string;
}

/** Makes files by their names in a folder of their own. */
export function makeRecordings(names: readonly string[]): Recordings {
  const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  const path = (name: string) => join(folder, name);
  for (const name of names) copyFileSync(recorded(name), path(name));
  return { folder, path, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The path of the file, made by the first test that wants it. */
function recorded(name: string): string {
  const recipe = RECIPES[name] ?? [];
  const state = [name, media?.version, ...recipe].join(' ');
  const found = cachedFolder(state);
  if (found !== undefined) return join(found, name);
  const folder = newFolder();
  ffmpeg([...recipe, join(folder, name)]);
  return join(cacheFolder(state, folder), name);
}

/** Runs ffmpeg on files of the test. */
export function ffmpeg(args: readonly string[]): void {
  if (!media) throw new Error('ffmpeg is not on this machine');
  execFileSync(media.ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args], { timeout: 120_000 });
}

/** The tools of this machine, as `ffmpeg` and `ffprobe` in `folder`; conversions to MP4 begin only when `release` is called. */
export function pausedMedia(folder: string): { readonly folder: string; readonly tools: MediaTools; release(): void } {
  if (!media) throw new Error('ffmpeg is not on this machine');
  mkdirSync(folder);
  const released = join(folder, 'released');
  const tools = { ...media, ffmpeg: join(folder, 'ffmpeg'), ffprobe: join(folder, 'ffprobe') };
  const hold = `case "$*" in *faststart*) while [ ! -e '${released}' ]; do /bin/sleep 0.02; done;; esac`;
  writeFileSync(tools.ffmpeg, `#!/bin/sh\n${hold}\nexec '${media.ffmpeg}' "$@"\n`, { mode: 0o755 });
  symlinkSync(media.ffprobe, tools.ffprobe);
  return { folder, tools, release: () => writeFileSync(released, '') };
}

/** Turns a folder of files into a bundle: assets from 1000 on, in the order of their names. Formats of download may be added. */
export function writeBundle(folder: string, names: readonly string[], formats: readonly object[] = []): void {
  const sample = JSON.parse(readFileSync(join(SAMPLE, 'catalogue.json'), 'utf8'));
  const assets = names.map((file, at) => ({ id: 1000 + at, file, name: file, type: 'photo', nodes: [2] }));
  cpSync(join(SAMPLE, 'icons'), join(folder, 'icons'), { recursive: true });
  writeFileSync(
    join(folder, 'catalogue.json'),
    JSON.stringify({ ...sample, assets, reviews: [], download_formats: [...sample.download_formats, ...formats] }),
  );
}

/** Properties of a film, as far as the tests need them. */
export function propertiesOf(properties: Partial<FileProperties> = {}): FileProperties {
  return { ...NO_FILE_PROPERTIES, category: 3, extension: 'mp4', mediaType: 'video/mp4', ...properties };
}
