/** The metrics of work in progress. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { startApp } from '../support/app.ts';
import { importLarge } from '../support/large-asset.ts';
import { readMetrics } from '../support/metrics.ts';
import { until } from '../support/until.ts';

test('a download counts as running until its last byte is sent or its caller disconnects', {
  timeout: 180_000,
}, async () => {
  await using app = await startApp();
  const { id } = await importLarge(app.data);
  const open = async () => (await readMetrics(app.url)).get('abs_downloads_open');
  assert.equal(await open(), 0);
  const downloads = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const request = get(`${app.url}/asset.do?download=${id}`, { agent: false });
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return { request, response };
    }),
  );
  for (const { response } of downloads) assert.equal(response.statusCode, 200);
  assert.equal(await open(), 3);
  downloads[0]?.response.destroy();
  await until(async () => (await open()) === 2);
  for (const { response } of downloads.slice(1)) response.resume();
  await until(async () => (await open()) === 0);
});
