/** One film of a camera through ffmpeg, which has to be on this machine. */
import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { NO_FILE_PROPERTIES } from '../../../../core/src/domain/file-properties.ts';
import { probe } from '../../../../media/src/ffmpeg/probe.ts';
import { missingTools } from '../../../../media/src/inspect/perl.ts';
import { appendXmp } from '../../../../media/src/playback/film-xmp.ts';
import { sharedExtractor } from '../../../../media/test/support/shared-extractor.ts';
import { marksOf } from '../../../src/api/pictures/marks.ts';
import { startApp } from '../../support/app.ts';
import { fetchUntilReady } from '../../support/fetch-until-ready.ts';
import { ffmpeg, makeRecordings, media, withoutMedia, writeBundle } from './recordings.ts';

test('a film becomes an MP4 with its index first, once, a poster and a strip', { skip: withoutMedia }, async () => {
  assert.ok(media);
  using recordings = makeRecordings(['camera.mov']);
  writeBundle(recordings.folder, ['camera.mov']);
  await using app = await startApp({}, recordings.folder);
  const get = (query: string) => fetchUntilReady(`${app.url}/asset.do?${query}`);

  const original = await get('stream=1000');
  assert.equal(original.headers.get('content-type'), 'video/quicktime');
  assert.deepEqual(Buffer.from(await original.bytes()), readFileSync(recordings.path('camera.mov')));

  const answers = await Promise.all(Array.from({ length: 8 }, () => get('stream=1000&playable=true')));
  const [first = Buffer.alloc(0), ...others] = await Promise.all(
    answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())),
  );
  assert.equal(answers[0]?.headers.get('content-type'), 'video/mp4');
  for (const other of others) assert.deepEqual(other, first);
  assert.ok(first.indexOf('moov') > 0 && first.indexOf('moov') < first.indexOf('mdat'));
  const path = recordings.path('made.mp4');
  writeFileSync(path, first);
  const { video, audio, seconds } = await probe(media, path);
  assert.deepEqual([video?.codec, audio?.codec, Math.round(seconds)], ['h264', 'aac', 2]);
  assert.deepEqual(globSync('playback/*/*.tmp', { cwd: app.data }), []);

  const thumb = await get('thumb=1000');
  assert.equal(thumb.headers.get('x-placeholder'), null);
  const { width, height } = await sharp(await thumb.arrayBuffer()).metadata();
  assert.deepEqual([width, height], [256, 144]);
  const strip = await sharp(await (await get('play=1000&strip=true')).arrayBuffer()).metadata();
  assert.deepEqual([strip.format, strip.width, strip.height], ['jpeg', 320, 90]);
});

test('of a damaged film only what can be made is offered', { skip: withoutMedia }, async () => {
  using recordings = makeRecordings([]);
  const film = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=20', '-pix_fmt', 'yuv420p', '-c:v', 'libx264'];
  const cuts = {
    'front.mp4': ['-movflags', '+faststart'],
    'end.mp4': [],
    'cut.mkv': [],
    'cut.mpg': ['-c:v', 'mpeg1video'],
  };
  for (const [name, options] of Object.entries(cuts)) {
    ffmpeg([...film, ...options, ...(name === 'cut.mpg' ? ['-r', '25'] : []), recordings.path(name)]);
    const whole = readFileSync(recordings.path(name));
    writeFileSync(recordings.path(name), whole.subarray(0, whole.length * 0.6));
  }
  const names = Object.keys(cuts);
  const formats = [{ to: 'mp4', height: 24 }, { to: 'jpg' }];
  writeBundle(
    recordings.folder,
    names,
    formats.map((convert, at) => ({ id: at + 8, name: convert.to, convert })),
  );
  await using app = await startApp({}, recordings.folder);
  const offered: Record<string, readonly number[]> = {};
  for (const [at, name] of names.entries()) {
    const answer = await fetch(`${app.url}/asset.do?downloadformats_for=${1000 + at}`);
    const { data } = await answer.json();
    offered[name] = data.formats.map(({ id }: { id: number }) => id).filter((id: number) => id >= 8);
    for (const id of [8, 9]) {
      const { status } = await fetchUntilReady(`${app.url}/asset.do?download=${1000 + at}:${id}`);
      assert.equal(status === 200, offered[name]?.includes(id), `${name} as ${formats[id - 8]?.to}: ${status}`);
    }
  }
  assert.deepEqual(offered, { 'front.mp4': [9], 'end.mp4': [], 'cut.mkv': [9], 'cut.mpg': [8, 9] });
});

const source = (text: string) => ['-f', 'lavfi', '-i', text];
/** Fields of different brightness at every moment, so that each frame is a comb. */
const COMB = source("nullsrc=s=64x48:r=50:d=0.4,geq=lum='80+35*mod(N*3,5)':cb=128:cr=128,interlace=lowpass=off");
const FIELDS = [...COMB, '-pix_fmt', 'yuv420p', '-flags', '+ildct+ilme'];
const X265 = ['-pix_fmt', 'yuv420p10le', '-c:v', 'libx265', '-x265-params'];
const GREY = source('color=0x808080:s=64x48:r=25:d=0.4');
const DARK = source('color=black:s=64x48:r=25:d=0.4');
const FILMS: readonly (readonly [name: string, recipe: readonly string[]])[] = [
  ['fields.mpg', [...FIELDS, '-c:v', 'mpeg2video']],
  ['fields.mts', [...FIELDS, '-c:v', 'libx264', '-f', 'mpegts']],
  ['fields.mov', [...COMB, '-pix_fmt', 'yuv422p10le', '-c:v', 'cfhd', '-field_order', 'tt']],
  ['pq.mp4', [...GREY, ...X265, 'log-level=none:transfer=smpte2084:colorprim=bt2020:colormatrix=bt2020nc']],
  ['pq-alone.mkv', [...GREY, ...X265, 'log-level=none:transfer=smpte2084']],
  ['hlg.mp4', [...GREY, ...X265, 'log-level=none:transfer=arib-std-b67:colorprim=bt2020:colormatrix=bt2020nc']],
  ['hlg-8.mkv', [...GREY, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-color_trc', 'arib-std-b67']],
  // Browsers play this one as it is, so that only the download is converted.
  ['pq-vp9.webm', [...GREY, '-pix_fmt', 'yuv420p10le', '-c:v', 'libvpx-vp9', '-color_trc', 'smpte2084']],
  ['fields.mp4', [...FIELDS, '-c:v', 'libx264']],
  ['fine.mp4', [...GREY, '-pix_fmt', 'yuv422p', '-c:v', 'libx264']],
  ['lossless.mp4', [...GREY, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-qp', '0']],
  ['vp9.mp4', [...GREY, '-pix_fmt', 'yuv420p', '-c:v', 'libvpx-vp9']],
  ['dark.mp4', [...DARK, ...X265, 'log-level=none']],
  ['dark-grey.mkv', [...DARK, '-pix_fmt', 'gray10le', '-c:v', 'ffv1']],
];

test('fields become frames and HDR the colours of screens, wherever it is seen', { skip: withoutMedia }, async () => {
  assert.ok(media);
  using recordings = makeRecordings([]);
  for (const [name, recipe] of FILMS) ffmpeg([...recipe, recordings.path(name)]);
  const names = FILMS.map(([name]) => name);
  ffmpeg([...GREY, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', recordings.path('plain.mp4')]);
  writeBundle(recordings.folder, [...names, 'plain.mp4'], [{ id: 8, name: 'Film', convert: { to: 'mp4' } }]);
  await using app = await startApp({}, recordings.folder);
  for (const [at, name] of names.entries()) {
    const get = async (query: string) => {
      const answer = await fetchUntilReady(`${app.url}/asset.do?${query.replace('ID', `${1000 + at}`)}`);
      assert.equal(answer.headers.get('x-placeholder') ?? answer.status, 200, `${name} ${query}`);
      return Buffer.from(await answer.arrayBuffer());
    };
    const poster = await linesOf(await get('preview=ID'));
    for (const query of /vp9/.test(name) ? ['download=ID:8'] : ['stream=ID&playable=true', 'download=ID:8']) {
      const path = recordings.path('made.mp4');
      writeFileSync(path, await get(query));
      const { video } = await probe(media, path);
      const isHdr = /^(?:pq|hlg)/.test(name);
      const tags = [video?.transfer, video?.primaries, video?.matrix];
      assert.deepEqual(tags, isHdr ? ['bt709', 'bt709', 'bt709'] : ['', '', ''], `${name} ${query}`);
      assert.deepEqual([video?.codec, video?.pixelFormat, video?.isInterlaced], ['h264', 'yuv420p', false], name);
      ffmpeg(['-i', path, '-frames:v', '1', recordings.path('frame.png')]);
      const lines = await linesOf(readFileSync(recordings.path('frame.png')));
      const most = Math.max(...lines.map((grey, line) => Math.abs(grey - (poster[line] ?? 0))));
      assert.ok(most < 8, `${name} ${query}: differs by ${most} from its poster`);
    }
    const steps = poster.slice(1).map((grey, line) => Math.abs(grey - (poster[line] ?? 0)));
    assert.ok(Math.max(...steps) < 20, `${name} is a comb`);
    const [first = 0] = poster;
    if (name.startsWith('pq')) assert.ok(first > 150, `${name} is as dark as its code values: ${first}`);
  }
  const plain = await fetchUntilReady(`${app.url}/asset.do?download=${1000 + names.length}:8`);
  assert.deepEqual(Buffer.from(await plain.arrayBuffer()), readFileSync(recordings.path('plain.mp4')));
});

/** Brightness of the middle lines of a picture of 48; those at its edges lack a neighbour that tells them apart. */
async function linesOf(picture: Buffer): Promise<readonly number[]> {
  return [...(await sharp(picture).greyscale().resize(1, 48, { fit: 'fill' }).raw().toBuffer())].slice(4, -4);
}

test('marks of rights in an MP4 are read back, and it plays as before', { skip: withoutMedia }, async () => {
  assert.ok(media);
  using recordings = makeRecordings([]);
  const path = recordings.path('a.mp4');
  ffmpeg(['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=1', '-pix_fmt', 'yuv420p', '-c:v', 'libx264', path]);
  const before = await probe(media, path);
  const languages = { languages: ['en'], defaultLanguage: 'en' };
  await appendXmp(path, marksOf({ rights: { credit: 'House' } }, { properties: NO_FILE_PROPERTIES }, languages) ?? '');
  const { properties } = await sharedExtractor().extract(path, { name: 'a.mp4', signal: AbortSignal.timeout(600_000) });
  assert.deepEqual(properties.marks, missingTools().length > 0 ? undefined : { credit: 'House' });
  assert.deepEqual(await probe(media, path), before);
});
