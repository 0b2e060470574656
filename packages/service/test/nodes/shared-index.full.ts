/** A node takes over the search index that another one has built. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { storageSettings } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';
import { serve } from '../app/breakable-service.ts';
import { readMetrics } from '../support/metrics.ts';
import { importSample } from '../support/sample.ts';
import { ask, NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';

const TAKEN_OVER = /took over the search index of another node/;

const store = NO_POSTGRES || (await startRadosgw());

test('a new node starts with the index of another one', {
  skip: typeof store === 'string' && store,
}, async () => {
  assert.ok(typeof store !== 'string');
  await using bucket = store;
  await bucket.makeBucket('nodes');
  await using database = await startPostgres();
  const url = await database.createDatabase();
  const settings = {
    ABS_CATALOGUE_URL: url,
    ABS_ORIGINALS_URL: 's3://nodes/originals',
    ABS_DERIVED_URL: 's3://nodes/derived',
    ABS_ORIGINALS_ENDPOINT: bucket.url,
    ABS_ORIGINALS_PATH_STYLE: 'true',
    AWS_ACCESS_KEY_ID: bucket.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    ABS_THREADS: '1',
  };
  const data = newFolder();
  await importSample(storageSettings(loadConfig({ environment: settings, options: { data }, directory: data })));
  const start = () => serve({ path: newFolder(), break: () => {}, [Symbol.dispose]: () => {} }, settings);
  const search = async (address = '') => await (await fetch(`${address}/node.do?search=a&cache=false`)).text();

  await using first = await start();
  await until(async () => JSON.stringify(await ask(url, 'SELECT name FROM shared_bases')).includes('"name":"'));
  assert.doesNotMatch(first.told(), TAKEN_OVER);
  await using second = await start();
  await until(() => TAKEN_OVER.test(second.told()));
  assert.equal(await search(second.url), await search(first.url));
  assert.ok(((await readMetrics(second.url ?? '')).get('abs_store_requests_total{store="derived"}') ?? 0) > 0);
});
