import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../../../../core/test/support/until.ts';
import { startApp } from '../../support/app.ts';
import { fetchUntilReady } from '../../support/fetch-until-ready.ts';

/** A picture of the sample is larger than this, so it has tiles. */
const LARGEST_PREVIEW = { ABS_PREVIEW_BIG: 600 };
const ORIGINAL = new URL('../../fixtures/catalogue/files/dawn.jpg', import.meta.url);
const TILES = '/asset.do?tiles=1000';
const TILE = '/asset.do?tile=1000&version=4&level=1&column=1&row=0';

describe('tiles over HTTP', () => {
  test('tiles and conversions that take long are announced with a time to ask again, and then come', async () => {
    await using app = await startApp({ ...LARGEST_PREVIEW, ABS_OVERLOAD_WAIT_SECONDS: 0 });
    for (const path of [TILES, TILE, '/asset.do?download=1000:2:width=33']) {
      rmSync(join(app.data, 'conversions'), { recursive: true, force: true });
      const first = await fetch(app.url + path);
      assert.deepEqual([first.status, (await first.json()).code], [503, 'not_ready']);
      assert.ok(Number(first.headers.get('retry-after')) > 0);
      await until(async () => (await fetch(app.url + path)).status === 200);
    }
  });

  test('tiles that were evicted are cut again, and are the same', async () => {
    await using app = await startApp(LARGEST_PREVIEW);
    const made = () => globSync('**/*.tiles', { cwd: app.data });
    const bytes = await (await fetchUntilReady(app.url + TILE)).bytes();
    assert.equal(made().length, 1);
    for (const file of made()) rmSync(join(app.data, file));
    assert.deepEqual(await (await fetchUntilReady(app.url + TILE)).bytes(), bytes);
  });

  test('a tile has an entity tag of its own, and only its own', async () => {
    await using app = await startApp(LARGEST_PREVIEW);
    const answer = await fetchUntilReady(app.url + TILE);
    const etag = answer.headers.get('etag') ?? '';
    const again = (path: string) => fetchUntilReady(app.url + path, { headers: { 'if-none-match': etag } });
    assert.equal((await again(TILE)).status, 304);
    assert.equal((await again(TILE.replace('column=1', 'column=0'))).status, 200);
    const part = await fetchUntilReady(app.url + TILE, { headers: { range: 'bytes=2-5' } });
    assert.deepEqual(await part.bytes(), (await answer.bytes()).subarray(2, 6));
  });

  test('there are none of an original that is missing or cut short, not even those that were cut before', async () => {
    await using app = await startApp(LARGEST_PREVIEW);
    const bytes = (await (await fetchUntilReady(app.url + TILE)).bytes()).length;
    assert.ok(bytes > 0);
    const sha256 = createHash('sha256').update(readFileSync(ORIGINAL)).digest('hex');
    const [path = ''] = globSync(`**/*${sha256.slice(4)}*`, { cwd: app.data });
    for (const harm of [(file: string) => truncateSync(file, 1000), rmSync]) {
      harm(join(app.data, path));
      const answer = await fetchUntilReady(app.url + TILE);
      assert.deepEqual([answer.status, (await answer.json()).code], [404, 'file_not_found']);
      // Another address than before, because the answer to that one is still stored.
      assert.equal((await (await fetchUntilReady(`${app.url}${TILES}&version=4`)).json()).data.levels, 0);
    }
  });

  test('a wrong level, column or row is refused without cutting the picture', async () => {
    await using app = await startApp(LARGEST_PREVIEW);
    assert.equal((await fetchUntilReady(app.url + TILE.replace('level=1', 'level=9'))).status, 400);
    assert.deepEqual(globSync('**/*.tiles', { cwd: app.data }), []);
  });
});
