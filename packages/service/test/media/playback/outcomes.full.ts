/** What a service does with films that it can't send or convert at once. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync, globSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { startApp } from '../../support/app.ts';
import { fetchUntilReady } from '../../support/fetch-until-ready.ts';
import { makeRecordings, withoutMedia, writeBundle } from './recordings.ts';

describe('a service without room on its disk', { skip: withoutMedia }, () => {
  test('a film that cannot be converted is sent unchanged, and caches keep it only briefly', async () => {
    using recordings = makeRecordings(['camera.mov']);
    writeBundle(recordings.folder, ['camera.mov']);
    await using app = await startApp({}, recordings.folder);
    // Nothing can be written below a file.
    writeFileSync(join(app.data, 'playback'), '');
    for (const version of ['&version=1', '']) {
      const answer = await fetchUntilReady(`${app.url}/asset.do?stream=1000&playable=true${version}`);
      assert.equal(answer.headers.get('content-type'), 'video/quicktime');
      assert.equal(answer.headers.get('cache-control'), 'public, max-age=0, s-maxage=600');
      assert.deepEqual(Buffer.from(await answer.arrayBuffer()), readFileSync(recordings.path('camera.mov')));
    }
    assert.equal(app.log.filter((line) => line.includes('could not be made ready')).length, 1);
  });
});

describe('a service with damaged originals', { skip: withoutMedia }, () => {
  test('a film of another size than was imported is not sent', async () => {
    using recordings = makeRecordings(['film.mp4']);
    writeBundle(recordings.folder, ['film.mp4']);
    await using app = await startApp({}, recordings.folder);
    const ask = () => fetch(`${app.url}/asset.do?stream=1000`);
    assert.equal((await ask()).status, 200);
    const name = createHash('sha256')
      .update(readFileSync(recordings.path('film.mp4')))
      .digest('hex');
    const [stored = ''] = globSync(`originals/**/${name}*`, { cwd: app.data });
    chmodSync(join(app.data, stored), 0o600);
    truncateSync(join(app.data, stored), 1000);
    const answer = await ask();
    const refusal = [answer.status, (await answer.json()).message];
    assert.deepEqual(refusal, [404, 'stream: the file of asset 1000 is damaged']);
  });
});

describe('a service that does not wait', { skip: withoutMedia }, () => {
  test('a film in conversion gets 503 with Retry-After, and is available in the end', async () => {
    using recordings = makeRecordings(['old.avi']);
    writeBundle(recordings.folder, ['old.avi']);
    await using app = await startApp({ ABS_OVERLOAD_WAIT_SECONDS: 0 }, recordings.folder);
    const url = `${app.url}/asset.do?stream=1000&playable=true`;
    const first = await fetch(url);
    assert.deepEqual([first.status, first.headers.get('retry-after')], [503, '3']);
    assert.equal((await first.json()).message, 'stream: the recording is being prepared; try again');
    const waiting = await fetch(`${url}&callback=f`);
    assert.match(await waiting.text(), /^\/\*\*\/f\(\{"version":2,"status":503/);
    const answer = await fetchUntilReady(url);
    assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'video/mp4']);
  });
});
