import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CannotMake } from '../../../../media/src/derived/cannot-make.ts';
import { probe } from '../../../../media/src/ffmpeg/probe.ts';
import type { Renderer } from '../../../../media/src/pictures/renderer.ts';
import { SharpRenderer } from '../../../../media/src/pictures/renderer-sharp.ts';
import { Playback } from '../../../../media/src/playback/playback.ts';
import { openPlaybackPools, type PlaybackPools } from '../../../../media/src/playback/pools.ts';
import { patiently, planFor } from '../../../../media/test/pictures/pictures.ts';
import { originalsAt } from '../../../../media/test/support/local-originals.ts';
import { type LocalServer, startLocalServer } from '../../support/local-server.ts';
import { ffmpeg, makeRecordings, media, propertiesOf, type Recordings, withoutMedia } from './recordings.ts';

describe('hostile films', { skip: withoutMedia }, () => {
  let recordings: Recordings;
  let renderer: Renderer;
  let pools: PlaybackPools;
  let playback: Playback;
  let server: LocalServer;
  const asked: string[] = [];

  before(async () => {
    recordings = makeRecordings(['film.mp4', 'sound.mp3', 'old.avi']);
    renderer = new SharpRenderer({ processes: 2, seconds: 120, megabytes: 1024, queue: 1000 }, { media });
    const limits = { processes: 1, seconds: 120, megabytes: 1024, queue: 100, storeMegabytes: 64 };
    pools = openPlaybackPools({ playback: limits, render: limits }, media);
    playback = new Playback({
      ...pools,
      directory: recordings.path('store'),
      storeMegabytes: 64,
      originals: originalsAt((key) => key),
      tools: media?.version,
      report: (trouble) => assert.fail(trouble),
    });
    server = await startLocalServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(readFileSync(recordings.path('film.mp4')));
    });
  });
  after(async () => {
    await playback[Symbol.asyncDispose]();
    await pools[Symbol.asyncDispose]();
    await renderer[Symbol.asyncDispose]();
    await server.close();
    recordings[Symbol.dispose]();
  });

  /** The average colour of the pictures of a file. */
  async function drawn(path: string): Promise<string> {
    try {
      const { width, height } = await renderer.render(planFor(), { path, properties: propertiesOf() }, patiently());
      return `${width}x${height}`;
    } catch (error) {
      if (error instanceof CannotMake) return error.reason;
      throw error;
    }
  }

  /** Playlists that name another film, which ffmpeg would follow if it were allowed to. */
  const lists: Readonly<Record<string, (secret: string, address: string) => string>> = {
    'HLS of a file': (secret) =>
      `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
    'HLS of an address': (_, address) =>
      `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${address}/a.ts\n#EXT-X-ENDLIST\n`,
    'a list of lists': (_, address) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${address}/b.m3u8\n`,
    'concat of a file': (secret) => `ffconcat version 1.0\nfile '${secret}'\n`,
    'concat of an address': (_, address) => `ffconcat version 1.0\nfile '${address}/c.mp4'\n`,
    SDP: () =>
      'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n',
    DASH: (_, address) =>
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S" profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${address}/d.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    'RTSP redirection': (_, address) => `RTSPtextRTSP://${address.slice('http://'.length)}/e`,
  };

  test('a playlist, named like a film, opens no other file', async () => {
    for (const [name, write] of Object.entries(lists)) {
      const path = recordings.path(`${name.replaceAll(' ', '-')}.mp4`);
      writeFileSync(path, write(recordings.path('film.mp4'), server.url.slice(0, -1)));
      assert.equal(await drawn(path), 'corrupt', name);
      const source = { properties: propertiesOf({ durationSeconds: 2, width: 320, height: 180 }), sha256: path };
      const film = await playback.get({ kind: 'film', source, seconds: 120 }, patiently());
      // It is sent unchanged, so nothing was read through it.
      assert.deepEqual(film, { kind: 'original', mediaType: 'video/mp4', seconds: 600 }, name);
      const strip = await playback.get({ kind: 'strip', source, seconds: 120 }, patiently());
      assert.deepEqual(strip, { kind: 'none' }, name);
      assert.deepEqual(asked, [], name);
    }
  });

  test('a QuickTime file that refers to another one shows nothing of it', async () => {
    const folder = recordings.path('refers');
    mkdirSync(folder);
    const path = join(folder, 'film.mp4');
    const bytes = readFileSync(recordings.path('film.mp4'));
    // The data reference of a track: changed from "in this file" to an alias elsewhere.
    const at = bytes.indexOf('url \0\0\0\x01', 0, 'latin1');
    assert.ok(at > 0);
    bytes.write('url \0\0\0\0', at, 'latin1');
    writeFileSync(path, bytes);
    assert.match(await drawn(path), /^(?:256x144|corrupt)$/);
    assert.deepEqual(asked, []);
  });

  test('a film rotated by its container is shown upright, and as large as planned', async () => {
    const path = recordings.path('turned.mp4');
    ffmpeg(['-i', recordings.path('film.mp4'), '-c', 'copy', '-metadata:s:v', 'rotate=90', path]);
    assert.ok(media);
    assert.notEqual((await probe(media, path)).video?.rotation, 0);
    assert.equal(await drawn(path), '144x256');
    const properties = propertiesOf({ width: 180, height: 320 });
    const plan = planFor();
    const { width, height } = await renderer.render(plan, { path, properties }, patiently());
    assert.deepEqual([width, height], [144, 256]);
  });
});
