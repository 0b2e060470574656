import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { QueueFull } from '../../../src/concurrency/failures.ts';
import { openPlayback, type Playable, type Playback } from '../../../src/media/playback/playback.ts';
import { openPlaybackPools, type PlaybackPools } from '../../../src/media/playback/pools.ts';
import { startApp } from '../../support/app.ts';
import { originalsAt } from '../../support/local-originals.ts';
import { patiently } from '../pictures/pictures.ts';
import {
  makeRecordings,
  media,
  pausedMedia,
  propertiesOf,
  type Recordings,
  withoutMedia,
  writeBundle,
} from './recordings.ts';

const LIMITS = { processes: 1, seconds: 20, megabytes: 1024, queue: 1, storeMegabytes: 64 };
const CONFIG = { playback: { ...LIMITS, waitSeconds: 20 }, render: { ...LIMITS, queue: 100 } };

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
    openPlayback({
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
  const owned = stack.move();
  // They have been probed already, so a request enqueues its film at once.
  for (const film of ['one', 'two', 'three']) await ask(film, 20, patiently().signal, 'strip');
  return { ask, release, [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose]() };
}

describe('the queues of playback', { skip: withoutMedia }, () => {
  /** Requests films until one is refused because the queue is full. */
  async function fillWith(ask: (film: string) => Promise<Playable>, films: readonly string[]): Promise<string[]> {
    const outcomes: string[] = [];
    for (const film of films) {
      outcomes.push(
        await ask(film).then(
          ({ kind }) => kind,
          (error) => (error instanceof QueueFull ? 'full' : 'trouble'),
        ),
      );
    }
    return outcomes;
  }

  test('the strip of a player does not wait for conversions', async () => {
    await using paused = await openPaused(60);
    assert.deepEqual(await fillWith((film) => paused.ask(film, 0.2), ['one', 'two', 'three']), [
      'pending',
      'pending',
      'full',
    ]);
    assert.equal((await paused.ask('four', 20, patiently().signal, 'strip')).kind, 'made');
  });

  test('a queued conversion is dropped when its last caller leaves, and a running one is finished', async () => {
    await using paused = await openPaused(60);
    const [first, last] = [new AbortController(), new AbortController()];
    const reason = new Error('gone');
    const begun = paused.ask('one', 20, first.signal);
    await wait(100);
    const waiting = paused.ask('two', 20, first.signal);
    const staying = paused.ask('two', 20, last.signal);
    await wait(100);
    first.abort(reason);
    for (const left of [begun, waiting]) await assert.rejects(left, reason);
    await assert.rejects(paused.ask('three', 20), QueueFull);
    last.abort(reason);
    await assert.rejects(staying, reason);
    const three = paused.ask('three', 20);
    const again = paused.ask('one', 20);
    paused.release();
    assert.deepEqual([(await three).kind, (await again).kind], ['made', 'made']);
  });

  test('a pending conversion keeps its place for a while, and loses it if no request follows', async () => {
    await using paused = await openPaused(0.6);
    const ask = (film: string) => paused.ask(film, 0.2);
    const begun = paused.ask('one', 20);
    await wait(100);
    assert.deepEqual(await fillWith(ask, ['two', 'three', 'two']), ['pending', 'full', 'pending']);
    await wait(800);
    assert.deepEqual(await fillWith(ask, ['three']), ['pending']);
    paused.release();
    assert.equal((await begun).kind, 'made');
    assert.equal((await paused.ask('three', 20)).kind, 'made');
  });

  test('the page of a player is served while the queue is full, and its film gets 503', async () => {
    const names = ['old.avi', 'older.avi', 'oldest.avi'];
    for (const name of names.slice(1)) copyFileSync(recordings.path('old.avi'), recordings.path(name));
    // Files with equal bytes are one film.
    for (const [at, name] of names.entries()) appendFileSync(recordings.path(name), Buffer.alloc(at));
    writeBundle(recordings.folder, names);
    const { folder, release } = pausedMedia(recordings.path('tools-of-app'));
    const path = process.env['PATH'];
    process.env['PATH'] = folder;
    const opening = startApp({ ABS_PLAYBACK_QUEUE: 1, ABS_PLAYBACK_WAIT_SECONDS: 1 }, recordings.folder);
    await using app = await opening.finally(() => {
      process.env['PATH'] = path;
    });
    const get = (query: string) => fetch(`${app.url}/asset.do?${query}`);
    const asked = await Promise.all([get('stream=1000&playable=true'), get('stream=1001&playable=true')]);
    for (const { status } of asked) assert.equal(status, 503);
    const refused = await get('stream=1002&playable=true');
    assert.deepEqual([refused.status, (await refused.json()).message], [503, 'too much work is being done; try again']);
    for (const page of ['play=1002', 'play=1002&nojs=true', 'preview=1002&type=video']) {
      assert.equal((await get(page)).status, 200, page);
    }
    release();
    const end = Date.now() + 10_000;
    while ((await get('stream=1002&playable=true')).status === 503 && Date.now() < end) await wait(100);
    assert.equal((await get('stream=1002&playable=true')).headers.get('content-type'), 'video/mp4');
  });
});
