import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type RunningApp, startApp } from '../../support/app.ts';
import { makeRecordings, type Recordings, writeBundle } from './recordings.ts';

describe('without ffmpeg', () => {
  const path = process.env['PATH'];
  let recordings: Recordings;
  let app: RunningApp;
  before(async () => {
    recordings = makeRecordings([]);
    // The beginning of an MP4 is enough to be taken for one.
    writeFileSync(
      recordings.path('film.mp4'),
      Buffer.concat([Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1'), Buffer.alloc(500)]),
    );
    writeBundle(recordings.folder, ['film.mp4']);
    process.env['PATH'] = '/nowhere';
    app = await startApp({}, recordings.folder).finally(() => {
      process.env['PATH'] = path;
    });
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    recordings[Symbol.dispose]();
  });

  test('a film has a placeholder, and is sent unchanged', async () => {
    const thumb = await fetch(`${app.url}/asset.do?thumb=1000`);
    assert.deepEqual([thumb.status, thumb.headers.get('x-placeholder')], [200, 'true']);
    const stream = await fetch(`${app.url}/asset.do?stream=1000&playable=true`);
    assert.deepEqual([stream.status, stream.headers.get('content-type')], [200, 'video/mp4']);
    const named = await fetch(`${app.url}/asset.do?stream=1000&version=1&playable=true`);
    assert.equal(named.headers.get('cache-control'), 'public, max-age=0, s-maxage=600');
    assert.equal((await fetch(`${app.url}/asset.do?play=1000`)).status, 200);
  });

  test('its size is told as that of the placeholder, which nothing offers as a picture', async () => {
    const { data } = await (await fetch(`${app.url}/node.do?search=&extended=true&pictures=400`)).json();
    assert.deepEqual([data[0].preview_width, data[0].preview_height], [1024, 1024]);
    assert.deepEqual([data[0].picture, data[0].iiif], [undefined, undefined]);
    const { thumbnail_url } = await (await fetch(`${app.url}/oembed?url=${app.url}/?asset=1000`)).json();
    assert.equal(thumbnail_url, undefined);
    assert.doesNotMatch(await (await fetch(`${app.url}/?asset=1000`)).text(), /og:image/);
  });

  test('the missing program is reported once, in the log and in /health', async () => {
    assert.equal(app.log.filter((line) => line.includes('ffmpeg')).length, 1);
    const { status, missing } = await (await fetch(`${app.url}/health`)).json();
    assert.equal(status, 'ok');
    assert.ok(JSON.stringify(missing).includes('ffmpeg'), JSON.stringify(missing));
  });
});
