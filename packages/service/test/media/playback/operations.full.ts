import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { probe } from '../../../../media/src/ffmpeg/probe.ts';
import { type RunningApp, startApp } from '../../support/app.ts';
import { fetchUntilReady } from '../../support/fetch-until-ready.ts';
import { addChapters, makeRecordings, media, type Recordings, withoutMedia, writeBundle } from './recordings.ts';

const NAMES = [
  ...['film.mp4', 'camera.mov', 'old.avi', 'sound.wav', 'sound.aiff', 'cut.mp4', 'evil <img src=x>.mp4', 'list.mp4'],
  ...['told.mkv', 'many.mp4'],
];
const ID = Object.fromEntries(
  NAMES.map((name, at) => [name.split(/[ .]/)[0] + name.slice(name.lastIndexOf('.')), 1000 + at]),
);

describe('films and sounds over HTTP', { skip: withoutMedia }, () => {
  let recordings: Recordings;
  let app: RunningApp;
  before(async () => {
    recordings = makeRecordings(NAMES.slice(0, 5));
    writeFileSync(recordings.path('cut.mp4'), readFileSync(recordings.path('film.mp4')).subarray(0, 700));
    copyFileSync(recordings.path('film.mp4'), recordings.path('evil <img src=x>.mp4'));
    writeFileSync(recordings.path('list.mp4'), '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n');
    const [film, told] = [recordings.path('film.mp4'), recordings.path('told.mkv')];
    addChapters(film, told, [
      [0, 1.9, 'Dawn'],
      [0.5, 0.7, ''],
      [1.5, 1.6, '<b>Noon</b> & --> after'],
      [90, 99, 'after the end'],
    ]);
    const many = Array.from({ length: 10_000 }, (_, at) => [at / 5000, (at + 1) / 5000, `Part ${at}`] as const);
    addChapters(film, recordings.path('many.mp4'), many);
    writeBundle(recordings.folder, NAMES);
    app = await startApp({ ABS_ENDPOINTS: '{"press":{}}' }, recordings.folder);
  });
  after(async () => {
    await app[Symbol.asyncDispose]();
    recordings[Symbol.dispose]();
  });
  const get = (query: string, init?: RequestInit) => fetchUntilReady(`${app.url}/asset.do?${query}`, init);
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

  test('the player finds what it loads, wherever its page is', async () => {
    for (const path of ['/asset.do', '/asset.do/play', '/press/asset.do', '/press/asset.do/play']) {
      const page = await fetchUntilReady(`${app.url}${path}?play=${ID['sound.wav']}&nojs=true`);
      const [, stream = ''] = /src="([^"]*stream=[^"]*)"/.exec(await page.text()) ?? [];
      const address = new URL(stream.replaceAll('&amp;', '&'), page.url);
      assert.equal(address.pathname, path.replace('/play', ''));
      assert.equal((await fetchUntilReady(address, { method: 'HEAD' })).status, 200, path);
    }
  });

  test('a film that browsers play is sent unchanged', async () => {
    const response = await get(`stream=${ID['film.mp4']}&playable=true&img=a.mp4&big=true`);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'video/mp4']);
    assert.match(response.headers.get('content-disposition') ?? '', /^inline; filename="film.mp4"/);
    const original = readFileSync(recordings.path('film.mp4'));
    assert.deepEqual(await bytes(response), original);
    assert.equal(response.headers.get('etag'), `"${createHash('sha256').update(original).digest('hex')}"`);
  });

  for (const name of ['film.mp4', 'camera.mov&playable=true']) {
    test(`${name} is streamed in ranges, with HEAD, ETag and If-Range`, async () => {
      const query = name.replace(/^[^&]+/, (file) => `stream=${ID[file]}`);
      const whole = await get(query);
      const all = await bytes(whole);
      const etag = whole.headers.get('etag') ?? '';
      const part = await get(query, { headers: { range: 'bytes=100-299', 'if-range': etag } });
      assert.equal(part.status, 206);
      assert.equal(part.headers.get('content-range'), `bytes 100-299/${all.length}`);
      assert.deepEqual(await bytes(part), all.subarray(100, 300));
      const stale = await get(query, { headers: { range: 'bytes=0-1', 'if-range': '"x"' } });
      assert.equal(stale.status, 200);
      await stale.arrayBuffer();
      const head = await get(query, { method: 'HEAD' });
      const values = ['content-length', 'etag', 'accept-ranges'].map((header) => head.headers.get(header));
      assert.deepEqual(values, [String(all.length), etag, 'bytes']);
      assert.equal((await get(query, { headers: { 'if-none-match': etag } })).status, 304);
      assert.equal((await get(query, { headers: { range: `bytes=${all.length}-` } })).status, 416);
    });
  }

  for (const [name, codecs] of [
    ['old.avi', ['h264', 'mp3']],
    ['sound.aiff', [undefined, 'aac']],
  ] as const) {
    test(`${name} becomes an MP4 that browsers play`, async () => {
      const first = await bytes(await get(`stream=${ID[name]}&playable=true`));
      const path = recordings.path(`made-${name}.mp4`);
      writeFileSync(path, first);
      assert.ok(media);
      const { video, audio, seconds } = await probe(media, path);
      assert.deepEqual([video?.codec, audio?.codec], codecs);
      assert.ok(Math.abs(seconds - 2) < 0.2, `${seconds} s`);
    });
  }

  test('a player is a page that names its film, and its policy allows only scripts of the service', async () => {
    for (const query of [`play=${ID['evil.mp4']}`, `preview=${ID['evil.mp4']}&type=video`]) {
      const response = await get(query);
      const html = await response.text();
      assert.equal(response.headers.get('content-type'), 'text/html; charset=UTF-8');
      const policy = response.headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'sha256-[^']+'/);
      assert.deepEqual(html.match(/<script[^>]*>/g), ['<script type="module" src="elements/player-page.js">']);
      assert.ok(html.includes('evil &#60;img src=x&#62;.mp4') && !html.includes('<img'));
      assert.doesNotMatch(html, /\son\w+=|\sstyle=|autoplay=/);
    }
  });

  test('a page without script has the plain tags, and autoplay and language if requested', async () => {
    const response = await get(`play=${ID['film.mp4']}&nojs=true&autoplay=1&locale=de`);
    const html = await response.text();
    assert.match(response.headers.get('content-security-policy') ?? '', /script-src 'none'/);
    assert.match(html, /<video controls playsinline preload="metadata" autoplay src="asset\.do\?stream=/);
    assert.match(html, /<track kind="chapters" src="asset\.do\?play=\d+&#38;version=1&#38;chapters=true">/);
    assert.match(html, /<html lang="de">/);
    assert.doesNotMatch(html, /<script/);
    assert.match(await (await get(`play=${ID['sound.wav']}&nojs=true`)).text(), /<audio controls/);
    const text = await (await get(`play=${ID['film.mp4']}&autoplay=true&locale=de`)).text();
    assert.match(text, /data-autoplay=""[\s\S]*Abspielen/);
  });

  test('chapters are a WebVTT track: one after the other, each with a name, and harmless however many or odd they are', async () => {
    const track = await get(`play=${ID['told.mkv']}&chapters=true&version=1`);
    assert.equal(track.headers.get('content-type'), 'text/vtt');
    assert.equal(track.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    const cues = [
      '00:00:00.000 --> 00:00:00.500\nDawn',
      '00:00:00.500 --> 00:00:01.500\n2',
      '00:00:01.500 --> 00:00:02.000\n&lt;b&gt;Noon&lt;/b&gt; &amp; --&gt; after',
    ];
    assert.match(
      await track.text(),
      new RegExp(
        `^WEBVTT\n\n${cues.join('\n\n').replaceAll('.', '\\.').replace('00:00:02\\.000', '00:00:02\\.\\d{3}')}\n$`,
      ),
    );
    const many = await (await get(`play=${ID['many.mp4']}&chapters=true`)).text();
    assert.equal(many.split('-->').length - 1, 500);
    const without = await get(`play=${ID['film.mp4']}&chapters=true`);
    assert.deepEqual([without.status, await without.text()], [200, 'WEBVTT\n']);
    assert.equal((await get(`play=${ID['cut.mp4']}&chapters=true`)).status, 404);
  });

  test('a truncated film has a placeholder, is sent unchanged, and has no strip', async () => {
    const thumb = await get(`thumb=${ID['cut.mp4']}`);
    assert.deepEqual([thumb.status, thumb.headers.get('x-placeholder')], [200, 'true']);
    assert.equal((await bytes(await get(`stream=${ID['cut.mp4']}&playable=true`))).length, 700);
    const named = await get(`stream=${ID['cut.mp4']}&version=1&playable=true`);
    assert.equal(named.headers.get('cache-control'), 'public, max-age=0, s-maxage=600');
    assert.equal((await get(`play=${ID['cut.mp4']}&strip=true`)).status, 404);
    assert.equal((await get(`play=${ID['cut.mp4']}`)).status, 200);
  });
});
