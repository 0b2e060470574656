import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../../../../core/test/support/until.ts';
import { startApp } from '../../support/app.ts';
import { fetchUntilReady } from '../../support/fetch-until-ready.ts';

const ORIGINAL = new URL('../../fixtures/catalogue/files/dawn.jpg', import.meta.url);
const IMAGE = '/iiif/image/3/1000;version=4';
/** The tiles of 640 × 400 pixels. */
const LEFT = `${IMAGE}/0,0,512,400/512,400/0/default.jpg`;
const TILE = `${IMAGE}/512,0,128,400/128,400/0/default.jpg`;

describe('tiles over HTTP', () => {
  test('tiles and conversions that take long are announced with a time to ask again, and then come', async () => {
    await using app = await startApp({ ABS_OVERLOAD_WAIT_SECONDS: 0 });
    for (const path of [TILE, '/asset.do?download=1000:2:width=33']) {
      rmSync(join(app.data, 'conversions'), { recursive: true, force: true });
      const first = await fetch(app.url + path);
      assert.deepEqual([first.status, (await first.json()).code], [503, 'not_ready']);
      assert.ok(Number(first.headers.get('retry-after')) > 0);
      await until(async () => (await fetch(app.url + path)).status === 200);
    }
  });

  test('tiles that were evicted are cut again, and are the same', async () => {
    await using app = await startApp();
    const made = () => globSync('**/*.tiles', { cwd: app.data });
    const bytes = await (await fetchUntilReady(app.url + TILE)).bytes();
    // The tile came while the others were cut.
    await until(() => made().length === 1);
    for (const file of made()) rmSync(join(app.data, file));
    assert.deepEqual(await (await fetchUntilReady(app.url + TILE)).bytes(), bytes);
  });

  test('a tile has an entity tag of its own, and only its own', async () => {
    await using app = await startApp();
    const answer = await fetchUntilReady(app.url + TILE);
    const etag = answer.headers.get('etag') ?? '';
    const again = (path: string) => fetchUntilReady(app.url + path, { headers: { 'if-none-match': etag } });
    assert.equal((await again(TILE)).status, 304);
    assert.equal((await again(LEFT)).status, 200);
    const part = await fetchUntilReady(app.url + TILE, { headers: { range: 'bytes=2-5' } });
    assert.deepEqual(await part.bytes(), (await answer.bytes()).subarray(2, 6));
  });

  test('there are none of an original that is missing or cut short, not even those that were cut before', async () => {
    await using app = await startApp();
    const bytes = (await (await fetchUntilReady(app.url + TILE)).bytes()).length;
    assert.ok(bytes > 0);
    const sha256 = createHash('sha256').update(readFileSync(ORIGINAL)).digest('hex');
    const [path = ''] = globSync(`**/*${sha256.slice(4)}*`, { cwd: app.data });
    // Other addresses than before, because answers to that one are stored.
    for (const [harm, address] of [
      [(file: string) => truncateSync(file, 1000), TILE.replace(';version=4', '')],
      [rmSync, LEFT],
    ] as const) {
      harm(join(app.data, path));
      const answer = await fetchUntilReady(app.url + address);
      assert.deepEqual([answer.status, (await answer.json()).code], [404, 'file_not_found']);
    }
  });

  test('a region outside is refused without cutting the picture', async () => {
    await using app = await startApp();
    assert.equal((await fetchUntilReady(app.url + TILE.replace('512,', '640,'))).status, 400);
    assert.deepEqual(globSync('**/*.tiles', { cwd: app.data }), []);
  });
});
