/** One film of a camera through ffmpeg, which has to be on this machine. */
import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { probe } from '../../../src/media/ffmpeg/probe.ts';
import { startApp } from '../../support/app.ts';
import { fetchUntilReady } from '../../support/fetch-until-ready.ts';
import { makeRecordings, media, withoutMedia, writeBundle } from './recordings.ts';

test('a film becomes an MP4 with its index first, once for all who ask, a poster and a strip', {
  skip: withoutMedia,
}, async () => {
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
