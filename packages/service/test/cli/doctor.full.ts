/** `abs doctor` with real servers of PostgreSQL, S3 and Redis. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { until } from '../../../core/test/support/until.ts';
import { SAMPLE } from '../support/sample.ts';
import { ask, NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { NO_REDIS, startRedis } from '../support/servers/redis.ts';
import { abs } from './copy-world.ts';

test('PostgreSQL: empty, filled, with other settings, lacking rights, read-only', { skip: NO_POSTGRES }, async () => {
  await using server = await startPostgres(["wal_level = 'replica'"]);
  using folder = temporaryFolder();
  const url = await server.createDatabase();
  const args = ['doctor', '--data', folder.path];
  const doctor = (environment: Readonly<Record<string, string>> = {}) =>
    abs(args, { ABS_CATALOGUE_URL: url, ...environment });

  const empty = await doctor();
  assert.equal(empty.status, 0, empty.stdout);
  const ok = /^ok +database +PostgreSQL 1\d\..+ at postgres:\/\/postgres@.+, not encrypted, .+, round trip/m;
  assert.match(empty.stdout, ok);
  assert.match(empty.stdout, /^warning +catalogue +the database has no tables yet$/m);
  const imported = await abs(['import', SAMPLE, '--data', folder.path], { ABS_CATALOGUE_URL: url });
  assert.equal(imported.status, 0, imported.stderr);
  assert.match((await doctor()).stdout, /^ok +catalogue +9 assets with 6 originals of /m);
  await ask(url, `INSERT INTO agreement VALUES (1, '{"timeZone": "\\"Europe/Berlin\\""}')`);
  assert.match((await doctor()).stdout, /^warning +nodes +timeZone is "UTC" here, but "Europe\/Berlin" on the node/m);

  await ask(url, `CREATE ROLE guest LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest`);
  const guest = await doctor({ ABS_CATALOGUE_URL: url.replace('postgres@', 'guest@') });
  assert.equal(guest.status, 1);
  assert.match(guest.stdout, /^problem +database +the user lacks .*INSERT in assets.*\n +-> make the user the owner/m);

  await ask(url, 'ALTER ROLE postgres SET default_transaction_read_only = on');
  const standby = await doctor();
  assert.equal(standby.status, 1);
  assert.match(standby.stdout, /^problem +database +the server takes no writes: it is a standby or read-only$/m);
});

test('Redis: its version and speed, a wrong password', { skip: NO_REDIS }, async () => {
  await using server = await startRedis({ password: 'hush-hush' });
  using folder = temporaryFolder();
  const doctor = (user: string) =>
    abs(['doctor', '--data', folder.path], { ABS_COORDINATION_URL: server.url.replace('//', `//${user}@`) });
  let right = await doctor(':hush-hush');
  // A busy machine may not connect in the time that the program waits.
  await until(async () => {
    if (right.status !== 0) right = await doctor(':hush-hush');
    return right.status === 0;
  }, right.stdout);
  const ok = /^ok +coordination +(?:Redis|Valkey) \d.+ at redis:\/\/127\.0\.0\.1:\d+, round trip [\d.]+ ms$/m;
  assert.match(right.stdout, ok);
  const wrong = await doctor(':hush-other');
  assert.equal(wrong.status, 1);
  assert.match(wrong.stdout, /^problem +coordination +coordination\.url: .+ refuses the user or the password/m);
  assert.doesNotMatch(right.stdout + wrong.stdout, /hush/);
});

const bucket = await startRadosgw();

test('S3: its speed, a missing bucket, a key without rights', {
  skip: typeof bucket === 'string' && bucket,
}, async (context) => {
  assert.ok(typeof bucket !== 'string');
  context.after(() => bucket[Symbol.asyncDispose]());
  using folder = temporaryFolder();
  await bucket.makeBucket('doctor');
  const settings = {
    ABS_ORIGINALS_URL: 's3://doctor/originals',
    ABS_DERIVED_URL: 's3://doctor/derived',
    ABS_ORIGINALS_ENDPOINT: bucket.url,
    ABS_ORIGINALS_PATH_STYLE: 'true',
    AWS_ACCESS_KEY_ID: bucket.accessKeyId,
    AWS_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  };
  const doctor = (own: Readonly<Record<string, string>> = {}) =>
    abs(['doctor', '--data', folder.path], { ...settings, ...own });
  const right = await doctor();
  assert.equal(right.status, 0, right.stdout);
  const ok = /^ok +originals +s3:\/\/doctor\/originals at http:.+: list .+ ms, put .+ ms, get .+ ms, delete .+ ms$/m;
  assert.match(right.stdout, ok);
  assert.match(right.stdout, /^ok +derived +s3:\/\/doctor\/derived at /m);
  assert.doesNotMatch(await (await bucket.fetch('/doctor?list-type=2')).text(), /<Key>/);

  const missing = await doctor({ ABS_ORIGINALS_URL: 's3://nowhere/originals' });
  assert.equal(missing.status, 1);
  assert.match(missing.stdout, /^problem +originals +originals\.url: there is no bucket "nowhere"/m);

  await bucket.addUser('STRANGER', 'another-secret');
  const stranger = await doctor({ AWS_ACCESS_KEY_ID: 'STRANGER', AWS_SECRET_ACCESS_KEY: 'another-secret' });
  assert.equal(stranger.status, 1);
  assert.match(stranger.stdout, /^problem +originals +originals\.accessKeyId: the key "STRANGER" lacks a right/m);
  assert.doesNotMatch(right.stdout + missing.stdout + stranger.stdout, /secret/);
});
