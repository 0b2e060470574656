import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPlayback, type Playable } from '../../../src/media/playback/playback.ts';
import { openPlaybackPools } from '../../../src/media/playback/pools.ts';
import { patiently } from '../pictures/pictures.ts';
import { makeRecordings, media, propertiesOf, withoutMedia } from './recordings.ts';

test('a new version of ffmpeg makes no film and no strip again', { skip: withoutMedia }, async () => {
  using recordings = makeRecordings(['camera.mov']);
  const limits = { processes: 1, seconds: 20, megabytes: 1024, queue: 100, storeMegabytes: 64 };
  const properties = propertiesOf({ durationSeconds: 2, width: 320, height: 180 });
  const source = { path: recordings.path('camera.mov'), properties, sha256: 'camera' };

  async function madeWith(version: string, megabytes: number): Promise<readonly Playable[]> {
    await using pools = openPlaybackPools(
      { playback: { ...limits, megabytes, waitSeconds: 20 }, render: limits },
      media,
    );
    await using playback = openPlayback({
      ...pools,
      directory: recordings.path('store'),
      storeMegabytes: 64,
      tools: version,
      report: (trouble) => assert.fail(trouble),
    });
    const film = await playback.get({ kind: 'film', source, seconds: 20 }, patiently());
    const strip = await playback.get({ kind: 'strip', source, seconds: 20 }, patiently());
    return [film, strip];
  }

  const before = await madeWith('5.1', 1024);
  assert.deepEqual(
    before.map(({ kind }) => kind),
    ['made', 'made'],
  );
  // No process can run with so little memory.
  assert.deepEqual(await madeWith('7.0', 1), before);
});
