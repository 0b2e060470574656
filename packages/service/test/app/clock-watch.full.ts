/** Clocks that are wrong, of nodes and of real servers. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { until } from '../../../core/test/support/until.ts';
import { abs } from '../cli/copy-world.ts';
import { readMetrics } from '../support/metrics.ts';
import { NO_POSTGRES, type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { NO_WRONG_CLOCK, openWrongClock } from '../support/servers/wrong-clock.ts';
import { sampleFolder, serve } from './breakable-service.ts';

const store = NO_POSTGRES || NO_WRONG_CLOCK || (await startRadosgw());

describe('a node with a clock of its own', { skip: typeof store === 'string' && store }, () => {
  let database: PostgresServer;
  let settings: Readonly<Record<string, string>>;
  before(async () => {
    assert.ok(typeof store !== 'string');
    database = await startPostgres();
    await store.makeBucket('clocks');
    settings = {
      ABS_CATALOGUE_URL: await database.createDatabase(),
      ABS_ORIGINALS_URL: 's3://clocks',
      ABS_ORIGINALS_ENDPOINT: store.url,
      ABS_ORIGINALS_PATH_STYLE: 'true',
      AWS_ACCESS_KEY_ID: store.accessKeyId,
      AWS_SECRET_ACCESS_KEY: store.secretAccessKey,
    };
  });
  after(async () => {
    await database[Symbol.asyncDispose]();
    if (typeof store !== 'string') await store[Symbol.asyncDispose]();
  });

  test('the log warns at the start, /metrics shows the differences, and abs doctor reports them', async () => {
    using clock = openWrongClock();
    clock.set(-20);
    using folder = await sampleFolder();
    const wrong = { ...settings, ...clock.environment };
    await using service = await serve(folder, wrong);
    assert.ok(service.url, service.told());
    for (const server of ['database', 'S3 server']) {
      const sentence = new RegExp(`the clock of the ${server} is [1-9]\\d+ s ahead of that of this machine`);
      await until(() => sentence.test(service.told()), service.told());
    }
    for (const server of ['database', 'S3 server']) {
      const name = `abs_clock_difference_seconds{server="${server}"}`;
      const seconds = async () => (await readMetrics(service.url ?? '')).get(name) ?? Number.NaN;
      await until(async () => Math.abs((await seconds()) - 20) < 2, name);
    }
    const { stdout } = await abs(['doctor', '--data', folder.path], wrong);
    for (const part of ['database', 'originals']) {
      const warning = new RegExp(
        `^warning +${part} +the server's clock is [1-9]\\d+ s ahead of that of this machine`,
        'm',
      );
      assert.match(stdout, warning);
    }
  });
});
