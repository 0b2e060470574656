import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { Playback } from '../../../../media/src/playback/playback.ts';
import { openPlaybackPools, type PlaybackPools } from '../../../../media/src/playback/pools.ts';
import { patiently } from '../../../../media/test/pictures/pictures.ts';
import { originalsAt } from '../../../../media/test/support/local-originals.ts';
import { ffmpeg, makeRecordings, media, propertiesOf, type Recordings, withoutMedia } from './recordings.ts';

/** Twelve seconds that are quick to make; QuickTime, whose streams are copied. */
const QUIET = [
  ...['-f', 'lavfi', '-i', 'testsrc=s=160x90:r=10:d=12', '-f', 'lavfi', '-i', 'sine=440:d=12'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart'],
];

describe('a film is converted completely or not at all', { skip: withoutMedia }, () => {
  const limits = { processes: 1, seconds: 120, megabytes: 1024, queue: 100, storeMegabytes: 64 };
  let recordings: Recordings;
  let pools: PlaybackPools;
  before(() => {
    recordings = makeRecordings(['camera.mov']);
    ffmpeg([...QUIET, recordings.path('long.mov')]);
    pools = openPlaybackPools({ playback: limits, render: limits }, media);
  });
  after(async () => {
    await pools[Symbol.asyncDispose]();
    recordings[Symbol.dispose]();
  });

  const open = (store: string, storeMegabytes = 64, tools = media?.version, from = pools): Playback =>
    new Playback({
      ...from,
      ...{ directory: recordings.path(store), storeMegabytes, tools },
      originals: originalsAt((key) => recordings.path(key)),
      report: (trouble) => assert.fail(trouble),
    });

  async function kindOf(name: string, storeMegabytes: number): Promise<string> {
    await using playback = open(`store-${name}-${storeMegabytes}`, storeMegabytes);
    const source = { properties: propertiesOf({ mediaType: 'video/quicktime' }), sha256: name };
    return (await playback.get({ kind: 'film', source, seconds: 120 }, patiently())).kind;
  }

  test('a new version of ffmpeg makes no film and no strip again', async () => {
    const properties = propertiesOf({ durationSeconds: 2, width: 320, height: 180 });
    const source = { properties, sha256: 'camera.mov' };
    const made = async (playback: Playback) => [
      await playback.get({ kind: 'film', source, seconds: 120 }, patiently()),
      await playback.get({ kind: 'strip', source, seconds: 120 }, patiently()),
    ];
    let before: unknown;
    {
      await using playback = open('store', 64, '5.1');
      const both = await made(playback);
      const kinds = both.map(({ kind }) => kind);
      assert.deepEqual(kinds, ['made', 'made']);
      before = both;
    }
    // No process can run with so little memory.
    const playback = { ...limits, megabytes: 1, waitSeconds: 120 };
    await using without = openPlaybackPools({ playback, render: limits }, media);
    await using again = open('store', 64, '7.0', without);
    assert.deepEqual(await made(again), before);
  });

  test('a film with enough room is converted', async () => {
    const megabytes = readFileSync(recordings.path('long.mov')).length / 2 ** 20;
    assert.equal(await kindOf('long.mov', 3 * megabytes), 'made');
  });

  test('a film that would take most of the cache is not converted, although ffmpeg succeeds', async () => {
    const megabytes = readFileSync(recordings.path('long.mov')).length / 2 ** 20;
    for (const share of [0.5, 1, 1.5]) assert.equal(await kindOf('long.mov', share * megabytes), 'original');
  });

  test('a film that breaks off long before its end is not converted', async () => {
    const bytes = readFileSync(recordings.path('long.mov'));
    writeFileSync(recordings.path('broken.mov'), bytes.subarray(0, bytes.length / 2));
    assert.equal(await kindOf('broken.mov', 64), 'original');
  });

  test('a film that lacks only its last moments is converted', async () => {
    const bytes = readFileSync(recordings.path('long.mov'));
    writeFileSync(recordings.path('nearly.mov'), bytes.subarray(0, bytes.length * 0.97));
    assert.equal(await kindOf('nearly.mov', 64), 'made');
  });
});
