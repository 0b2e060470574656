import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPlayback, type Playable } from '../../../src/media/playback/playback.ts';
import { openPlaybackPools } from '../../../src/media/playback/pools.ts';
import { originalsAt } from '../../support/local-originals.ts';
import { patiently } from '../pictures/pictures.ts';
import { makeRecordings, media, propertiesOf, withoutMedia } from './recordings.ts';

test('a new version of ffmpeg makes no film and no strip again', { skip: withoutMedia }, async () => {
  using recordings = makeRecordings(['camera.mov']);
  const limits = { processes: 1, seconds: 120, megabytes: 1024, queue: 100, storeMegabytes: 64 };
  const properties = propertiesOf({ durationSeconds: 2, width: 320, height: 180 });
  const source = { properties, sha256: 'camera' };

  async function madeWith(version: string, megabytes: number): Promise<readonly Playable[]> {
    await using pools = openPlaybackPools(
      { playback: { ...limits, megabytes, waitSeconds: 120 }, render: limits },
      media,
    );
    await using playback = openPlayback({
      ...pools,
      directory: recordings.path('store'),
      storeMegabytes: 64,
      originals: originalsAt(() => recordings.path('camera.mov')),
      tools: version,
      report: (trouble) => assert.fail(trouble),
    });
    const film = await playback.get({ kind: 'film', source, seconds: 120 }, patiently());
    const strip = await playback.get({ kind: 'strip', source, seconds: 120 }, patiently());
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

test('a film is made once the full disk has room again', { skip: withoutMedia }, async (context) => {
  using recordings = makeRecordings(['camera.mov']);
  const limits = { processes: 1, seconds: 120, megabytes: 1024, queue: 100, storeMegabytes: 64 };
  const properties = propertiesOf({ durationSeconds: 2, width: 320, height: 180 });
  const source = { properties, sha256: 'camera' };
  const directory = recordings.path('store');
  mkdirSync(directory);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return context.skip('only root may mount a small disk');
  }
  try {
    const troubles: Error[] = [];
    await using pools = openPlaybackPools({ playback: { ...limits, waitSeconds: 120 }, render: limits }, media);
    await using playback = openPlayback({
      ...pools,
      directory,
      storeMegabytes: 64,
      originals: originalsAt(() => recordings.path('camera.mov')),
      tools: '7.0',
      report: (trouble) => troubles.push(trouble),
    });
    const get = async () => (await playback.get({ kind: 'film', source, seconds: 120 }, patiently())).kind;
    const filler = join(directory, 'filler');
    assert.throws(() => writeFileSync(filler, Buffer.alloc(9 * 2 ** 20)), { code: 'ENOSPC' });
    assert.equal(await get(), 'original');
    assert.equal(troubles.length, 1);
    rmSync(filler);
    assert.equal(await get(), 'made');
  } finally {
    execFileSync('umount', [directory]);
  }
});
