import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { QueueFull } from '../../../../core/src/concurrency/failures.ts';
import { until } from '../../../../core/test/support/until.ts';
import { Playback } from '../../../../media/src/playback/playback.ts';
import { openPlaybackPools, type PlaybackPools } from '../../../../media/src/playback/pools.ts';
import { patiently } from '../../../../media/test/pictures/pictures.ts';
import { originalsAt } from '../../../../media/test/support/local-originals.ts';
import { makeRecordings, media, pausedMedia, propertiesOf, type Recordings, withoutMedia } from './recordings.ts';

const LIMITS = { processes: 1, seconds: 120, megabytes: 1024, queue: 1, storeMegabytes: 64 };
const CONFIG = { playback: { ...LIMITS, waitSeconds: 120 }, render: { ...LIMITS, queue: 100 } };

let recordings: Recordings;
let shared: PlaybackPools;
before(() => {
  if (!media) return;
  recordings = makeRecordings(['old.avi']);
  shared = openPlaybackPools(CONFIG, media);
});
after(async () => {
  await shared?.[Symbol.asyncDispose]();
  recordings?.[Symbol.dispose]();
});

/** One film is converted at a time, and one waits. */
async function openPaused(lingerSeconds: number) {
  await using stack = new AsyncDisposableStack();
  const { tools, release } = pausedMedia(recordings.path(`tools-${process.hrtime.bigint()}`));
  const { converting } = stack.use(openPlaybackPools(CONFIG, tools));
  const playback: Playback = stack.use(
    new Playback({
      ...shared,
      converting,
      directory: recordings.path(`store-${process.hrtime.bigint()}`),
      storeMegabytes: 64,
      originals: originalsAt(() => recordings.path('old.avi')),
      tools: tools.version,
      lingerSeconds,
      report: (trouble) => assert.fail(trouble),
    }),
  );
  function ask(film: string, seconds: number, signal = patiently().signal, kind: 'film' | 'strip' = 'film') {
    const properties = propertiesOf({ mediaType: 'video/x-msvideo', durationSeconds: 2, width: 320, height: 180 });
    const source = { properties, sha256: film };
    return playback.get({ kind, source, seconds }, { signal });
  }
  /** Resolves when this many films are being converted or wait for it. */
  const untilAccepted = (films: number) =>
    until(() => {
      const { busy, waiting } = converting.state();
      return busy + waiting === films;
    });
  /** Asks for a film without waiting for it, and resolves when this many films are being converted or wait for it. */
  async function enqueue(film: string, films: number) {
    assert.equal((await ask(film, 0)).kind, 'pending');
    await untilAccepted(films);
  }
  const owned = stack.move();
  // They have been probed already, so a request enqueues its film at once.
  for (const film of ['one', 'two', 'three']) await ask(film, 120, patiently().signal, 'strip');
  return { ask, enqueue, untilAccepted, release, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}

describe('the queues of playback', { skip: withoutMedia }, () => {
  test('a queued conversion is dropped when its last caller leaves, and a running one is finished', async () => {
    await using paused = await openPaused(60);
    const [first, last] = [new AbortController(), new AbortController()];
    const reason = new Error('gone');
    const begun = paused.ask('one', 120, first.signal);
    await paused.untilAccepted(1);
    const waiting = paused.ask('two', 120, first.signal);
    const staying = paused.ask('two', 120, last.signal);
    await paused.untilAccepted(2);
    first.abort(reason);
    for (const left of [begun, waiting]) await assert.rejects(left, reason);
    await assert.rejects(paused.ask('three', 120), QueueFull);
    last.abort(reason);
    await assert.rejects(staying, reason);
    const three = paused.ask('three', 120);
    const again = paused.ask('one', 120);
    paused.release();
    assert.deepEqual([(await three).kind, (await again).kind], ['made', 'made']);
  });

  test('a pending conversion keeps its place for a while, and loses it if no request follows', async () => {
    await using paused = await openPaused(5);
    const begun = paused.ask('one', 120);
    await paused.untilAccepted(1);
    await paused.enqueue('two', 2);
    await assert.rejects(paused.ask('three', 120), QueueFull);
    assert.equal((await paused.ask('two', 0.2)).kind, 'pending');
    await paused.untilAccepted(1);
    await paused.enqueue('three', 2);
    paused.release();
    assert.deepEqual([(await begun).kind, (await paused.ask('three', 120)).kind], ['made', 'made']);
  });
});
