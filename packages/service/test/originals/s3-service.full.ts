/** The whole service with its originals in S3, also where the bucket or its server is not as it should be. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { type Radosgw, startRadosgw } from '../../../core/test/support/servers/radosgw.ts';
import { newFolder } from '../../../core/test/support/temporary-folder.ts';
import { A_START, until } from '../../../core/test/support/until.ts';
import { storageSettings } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';
import { MAIN } from '../http/served-program.ts';
import { type RunningApp, startNode } from '../support/app.ts';
import { fetchUntilReady } from '../support/fetch-until-ready.ts';
import { readMetrics } from '../support/metrics.ts';
import { importSample, SAMPLE } from '../support/sample.ts';

const run = promisify(execFile);

const NOTES = 'Notes of the archive.\nSecond line.\n';
const KEY = createHash('sha256').update(NOTES).digest('hex');
const DOWNLOAD = '/asset.do?download=1003';

type Settings = Readonly<Record<string, string>>;

const server = await startRadosgw();

describe('a service with originals in S3', { skip: typeof server === 'string' && server }, () => {
  let store: Radosgw;
  const folder = newFolder();
  before(() => {
    assert.ok(typeof server !== 'string');
    store = server;
  });
  after(async () => {
    await store[Symbol.asyncDispose]();
  });

  const settingsOf = (bucket: string, own: Settings = {}): Settings => ({
    ABS_ORIGINALS_URL: `s3://${bucket}/originals`,
    ABS_ORIGINALS_ENDPOINT: store.url,
    ABS_ORIGINALS_PATH_STYLE: 'true',
    AWS_ACCESS_KEY_ID: store.accessKeyId,
    AWS_SECRET_ACCESS_KEY: store.secretAccessKey,
    ...own,
  });

  /** Imports the sample into a bucket, for a service with this data folder. */
  const importInto = (bucket: string) => async (data: string) => {
    const environment = settingsOf(bucket);
    await importSample(storageSettings(loadConfig({ options: { data }, environment, directory: data })));
  };

  /** A service with the sample in a new bucket. */
  async function start(bucket: string, own: Settings = {}): Promise<RunningApp> {
    await store.makeBucket(bucket);
    return await startNode(settingsOf(bucket, own), importInto(bucket));
  }

  /** Runs a command to its end, with a data folder for each bucket. */
  async function abs(bucket: string, args: readonly string[], own?: Settings) {
    const data = ['--data', join(folder, bucket)];
    const env = { ...process.env, ...settingsOf(bucket, own) };
    const ended = await run(process.execPath, [MAIN, ...args, ...data], { env }).catch(
      (error: { code: number; stderr: string }) => error,
    );
    return { code: 'code' in ended ? ended.code : 0, stderr: ended.stderr };
  }

  async function refusedBriefly(path: string): Promise<void> {
    const response = await fetch(path);
    assert.equal(response.status, 503);
    assert.ok(Number(response.headers.get('retry-after')) > 0);
    assert.doesNotMatch(await response.text(), /127\.0\.0\.1|s3:|secret|bucket/);
  }

  test('originals, ranges, pictures and ZIPs are sent', async () => {
    await using app = await start('sent');
    assert.equal(await (await fetch(app.url + DOWNLOAD)).text(), NOTES);
    const part = await fetch(app.url + DOWNLOAD, { headers: { range: 'bytes=0-4' } });
    assert.deepEqual([part.status, await part.text()], [206, 'Notes']);
    for (const path of ['/asset.do?thumb=1000', '/asset.do?preview=1000', `${DOWNLOAD}&forcezip=1`]) {
      const answer = await fetchUntilReady(app.url + path);
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers.get('x-placeholder'), null, path);
      assert.ok((await answer.bytes()).length > 100, path);
    }
  });

  test('while the store is away, requests for its files get 503, others are answered, and all works again', async () => {
    await using app = await start('away');
    assert.equal((await fetchUntilReady(`${app.url}/asset.do?thumb=1000`)).status, 200);
    await store.kill();
    try {
      await refusedBriefly(app.url + DOWNLOAD);
      assert.equal((await fetch(`${app.url}/node.do?search=`)).status, 200);
      assert.ok(app.log.some((line) => line.includes('originals.endpoint')));
      assert.ok(app.log.every((line) => !line.includes(store.secretAccessKey)));
      const counts = await readMetrics(app.url);
      const of = (metric: string) => counts.get(`abs_store_${metric}_total{store="originals"}`) ?? 0;
      assert.ok(of('failed') > 0 && of('requests') > of('failed') && of('seconds') > 0, [...counts.keys()].join(' '));
    } finally {
      await store.restart();
    }
    await until(async () => (await fetch(app.url + DOWNLOAD)).status === 200, undefined, A_START);
  });

  test('whole originals are downloaded from the store if redirects are presigned, and all else from the service', async () => {
    await using app = await start('presigned', { ABS_DOWNLOAD_REDIRECT: 'presigned' });
    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetchUntilReady(app.url + path, { method, headers, redirect: 'manual' });
    const sent = await get(DOWNLOAD);
    assert.deepEqual([sent.status, sent.headers.get('cache-control')], [302, 'no-store']);
    const address = new URL(sent.headers.get('location') ?? '');
    assert.deepEqual([address.origin, address.searchParams.get('X-Amz-Expires')], [store.url, '60']);
    const whole = await fetch(address);
    assert.equal(await whole.text(), NOTES);
    assert.equal(whole.headers.get('content-type'), 'text/plain');
    assert.match(whole.headers.get('content-disposition') ?? '', /^attachment; filename="img2\.txt"/);

    assert.equal((await get(DOWNLOAD, { range: 'bytes=0-4' })).status, 206);
    const head = await get(DOWNLOAD, {}, 'HEAD');
    assert.equal(head.status, 200);
    assert.equal((await get(DOWNLOAD, { 'if-none-match': head.headers.get('etag') ?? '' })).status, 304);
    for (const path of ['/asset.do?thumb=1000', `${DOWNLOAD}&forcezip=1`])
      assert.equal((await get(path)).status, 200, path);
    assert.equal((await get('/asset.do?download=1005')).status, 404);
  });

  test('abs check finds what is wrong in the bucket, and removes what nothing needs', async () => {
    await store.makeBucket('checked');
    await abs('checked', ['import', SAMPLE]);
    const stray = 'ab'.repeat(32);
    await store.fetch(`/checked/originals/${stray}`, { method: 'PUT', body: 'x' });
    await store.fetch(`/checked/originals/${KEY}`, { method: 'PUT', body: NOTES.toUpperCase() });
    const check = async (...more: string[]) => (await abs('checked', ['check', ...more])).stderr;
    assert.match(await check(), new RegExp(`original ${stray} belongs to no asset\\n`));
    const repaired = await check('--repair');
    assert.match(repaired, new RegExp(`original ${stray} belongs to no asset \\(removed\\)`));
    assert.match(repaired, new RegExp(`original ${KEY} of asset 1003.* is damaged: its SHA-256 differs`));
    assert.match(repaired, /1 wrong, 1 repaired/);
    assert.equal((await store.fetch(`/checked/originals/${stray}`)).status, 404);
    assert.doesNotMatch(await check(), new RegExp(stray));
  });

  test('a key that may only read serves, and an import with it says which right it lacks', async () => {
    await using _ = await start('read-only');
    await store.addUser('READER', 'reading-secret');
    const policy = {
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Principal: { AWS: ['arn:aws:iam:::user/READER'] },
          Action: ['s3:GetObject', 's3:ListBucket'],
          Resource: ['arn:aws:s3:::read-only', 'arn:aws:s3:::read-only/*'],
        },
      ],
    };
    const set = await store.fetch('/read-only?policy', { method: 'PUT', body: JSON.stringify(policy) });
    assert.ok(set.ok, await set.text());
    const reader = { AWS_ACCESS_KEY_ID: 'READER', AWS_SECRET_ACCESS_KEY: 'reading-secret' };
    await using reading = await startNode(settingsOf('read-only', reader), importInto('read-only'));
    assert.equal(await (await fetch(reading.url + DOWNLOAD)).text(), NOTES);

    const bundle = join(folder, 'new');
    mkdirSync(bundle);
    writeFileSync(join(bundle, 'new.txt'), 'new');
    const { code, stderr } = await abs('read-only', ['import', bundle], reader);
    assert.notEqual(code, 0);
    assert.match(stderr, /originals\.accessKeyId: the key "READER" lacks a right in "read-only" \(PUT: 403/);
    assert.doesNotMatch(stderr, /reading-secret/);
  });

  test('a bucket that vanishes makes its files unavailable at once, not missing', async () => {
    await using app = await start('vanishing');
    assert.equal((await fetch(app.url + DOWNLOAD)).status, 200);
    const listed = await (await store.fetch('/vanishing?list-type=2')).text();
    for (const [, key] of listed.matchAll(/<Key>([^<]*)</g))
      await store.fetch(`/vanishing/${key}`, { method: 'DELETE' });
    assert.equal((await store.fetch('/vanishing', { method: 'DELETE' })).status, 204);
    await refusedBriefly(app.url + DOWNLOAD);
    // The size of this one was never asked for.
    await refusedBriefly(`${app.url}/asset.do?download=1000`);
    assert.ok(app.log.some((line) => line.includes('originals.url: there is no bucket \\"vanishing\\"')));
    assert.equal((await fetch(`${app.url}/node.do?search=`)).status, 200);
  });

  test('other bytes under the name of an original never end as a complete download', async () => {
    await using app = await start('damaged');
    await store.fetch(`/damaged/originals/${KEY}`, { method: 'PUT', body: NOTES.toUpperCase() });
    const whole = await fetch(app.url + DOWNLOAD).then(
      async (response) => (response.ok ? await response.text().catch(() => undefined) : undefined),
      () => undefined,
    );
    assert.equal(whole, undefined);
    assert.ok(app.log.some((line) => line.includes('is damaged')));
    await store.makeBucket('shorter');
    await using other = await startNode(settingsOf('shorter'), async (data) => {
      await importInto('shorter')(data);
      await store.fetch(`/shorter/originals/${KEY}`, { method: 'PUT', body: 'short' });
    });
    assert.equal((await fetch(other.url + DOWNLOAD)).status, 404);
  });
});
