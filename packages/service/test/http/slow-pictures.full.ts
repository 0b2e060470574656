import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { startApp } from '../support/app.ts';
import { SLOW_SVG } from '../support/slow-svg.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

test('a slow picture gets 503 with Retry-After while ordinary pictures are still rendered', async () => {
  using folder = temporaryFolder();
  writeFileSync(folder.file('slow.svg'), SLOW_SVG);
  await sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    .jpeg()
    .toFile(folder.file('ordinary.jpg'));
  const assets = ['slow.svg', 'ordinary.jpg'].map((file, n) => ({ id: n + 1, file }));
  writeFileSync(folder.file('catalogue.json'), '{}');
  writeFileSync(folder.file('assets.jsonl'), assets.map((asset) => `${JSON.stringify(asset)}\n`).join(''));
  const limits = {
    ABS_RENDER_PROCESSES: 1,
    // More than a busy machine needs for the ordinary picture, which would wait behind the slow one for ever.
    ABS_RENDER_QUICK_SECONDS: 10,
    ABS_RENDER_SECONDS: 3600,
    ABS_RENDER_WAIT_SECONDS: 1,
  };
  await using app = await startApp(limits, folder.path);
  const leaving = new AbortController();
  const get = (query: string) => fetch(`${app.url}/asset.do?${query}`, { signal: leaving.signal });
  // One is being rendered, whichever came first; the other one waits and times out.
  const both = [get('thumb=1'), get('preview=1')];
  const waiting = await Promise.race(both);
  const { status, message } = await waiting.json();
  assert.deepEqual([waiting.status, status, typeof message], [503, 503, 'string']);
  assert.equal(waiting.headers.get('retry-after'), '5');
  let ordinary = await get('thumb=2');
  await until(async () => {
    ordinary = await get('thumb=2');
    return ordinary.status !== 503;
  });
  assert.deepEqual([ordinary.status, ordinary.headers.get('x-placeholder')], [200, null]);
  leaving.abort();
  await Promise.allSettled(both);
});
