/** The whole service with its originals in S3. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { openStorage, storageSettings } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';
import { MAIN } from '../http/served-program.ts';
import { type RunningApp, startNode } from '../support/app.ts';
import { fetchUntilReady } from '../support/fetch-until-ready.ts';
import { readMetrics } from '../support/metrics.ts';
import { importSample, SAMPLE } from '../support/sample.ts';

import { type Radosgw, startRadosgw } from '../support/servers/radosgw.ts';
import { A_START, until } from '../support/until.ts';

const run = promisify(execFile);

const NOTES = 'Notes of the archive.\nSecond line.\n';
const DOWNLOAD = '/asset.do?download=1003';

const server = await startRadosgw();

describe('a service with originals in S3', { skip: typeof server === 'string' && server }, () => {
  let store: Radosgw;
  let settings: Readonly<Record<string, string>>;
  before(async () => {
    assert.ok(typeof server !== 'string');
    store = server;
    await store.makeBucket('service');
    settings = {
      ABS_ORIGINALS_URL: 's3://service/originals',
      ABS_ORIGINALS_ENDPOINT: store.url,
      ABS_ORIGINALS_PATH_STYLE: 'true',
      AWS_ACCESS_KEY_ID: store.accessKeyId,
      AWS_SECRET_ACCESS_KEY: store.secretAccessKey,
    };
  });
  after(() => store[Symbol.asyncDispose]());

  async function start(own: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
    return await startNode({ ...settings, ...own }, (data) =>
      importSample(storageSettings(loadConfig({ options: { data }, environment: settings, directory: data }))),
    );
  }

  test('originals, ranges, pictures and ZIPs are sent', async () => {
    await using app = await start();
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
    await using app = await start();
    assert.equal((await fetchUntilReady(`${app.url}/asset.do?thumb=1000`)).status, 200);
    await store.kill();
    try {
      const refused = await fetch(app.url + DOWNLOAD);
      assert.equal(refused.status, 503);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      const { message } = (await refused.json()) as { readonly message: string };
      assert.doesNotMatch(message, /127\.0\.0\.1|s3:|secret/);
      const found = await fetch(`${app.url}/node.do?search=`);
      assert.notEqual(found.status, 503);
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
    await using app = await start({ ABS_DOWNLOAD_REDIRECT: 'presigned' });
    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetchUntilReady(app.url + path, { method, headers, redirect: 'manual' });
    const sent = await get(DOWNLOAD);
    assert.equal(sent.status, 302);
    assert.equal(sent.headers.get('cache-control'), 'no-store');
    const address = sent.headers.get('location') ?? '';
    assert.equal(new URL(address).origin, store.url);
    assert.equal(new URL(address).searchParams.get('X-Amz-Expires'), '60');
    const whole = await fetch(address);
    assert.equal(await whole.text(), NOTES);
    assert.equal(whole.headers.get('content-type'), 'text/plain');
    assert.equal(
      whole.headers.get('content-disposition'),
      `attachment; filename="img2.txt"; filename*=UTF-8''img2.txt`,
    );

    assert.equal((await get(DOWNLOAD, { range: 'bytes=0-4' })).status, 206);
    assert.equal((await get(DOWNLOAD, {}, 'HEAD')).status, 200);
    const etag = (await get(DOWNLOAD, {}, 'HEAD')).headers.get('etag') ?? '';
    assert.equal((await get(DOWNLOAD, { 'if-none-match': etag })).status, 304);
    for (const path of ['/asset.do?thumb=1000', `${DOWNLOAD}&forcezip=1`]) {
      assert.equal((await get(path)).status, 200, path);
    }
    assert.equal((await get('/asset.do?download=1005')).status, 404);
  });

  test('a start tells wrong settings from a store that is away', async () => {
    const data = mkdtempSync(join(tmpdir(), 'abs-s3-'));
    const { signal } = new AbortController();
    const check = async (own: Readonly<Record<string, string>> = {}) => {
      const environment = { ...settings, ...own };
      await using storage = await openStorage(loadConfig({ options: { data }, environment, directory: data }));
      return await storage.checkFileStores(signal);
    };
    try {
      assert.deepEqual(await check(), []);
      await assert.rejects(check({ AWS_SECRET_ACCESS_KEY: 'wrong-secret' }), {
        name: 'ConfigError',
        message: /^originals\.secretAccessKeyFile: the secret is not that of the key/,
      });
      await assert.rejects(check({ ABS_ORIGINALS_URL: 's3://no-such-bucket' }), /^ConfigError: originals\.url: /);
      await store.kill();
      assert.match((await check()).join(), /^originals\.endpoint: .* can't be reached/);
    } finally {
      await store.restart();
      rmSync(data, { recursive: true });
    }
  });

  test('abs check finds what is wrong in the bucket, and removes what nothing needs', async () => {
    const data = mkdtempSync(join(tmpdir(), 'abs-s3-'));
    const url = `s3://service/${randomUUID()}`;
    const env = { ...process.env, ...settings, ABS_ORIGINALS_URL: url };
    const abs = async (...args: string[]) => {
      const { stderr } = await run(process.execPath, [MAIN, ...args, '--data', data], { env }).catch(
        (error: { stderr: string }) => error,
      );
      return stderr;
    };
    try {
      await abs('import', SAMPLE);
      const stray = 'ab'.repeat(32);
      const folder = url.slice('s3:/'.length);
      await store.fetch(`${folder}/${stray}`, { method: 'PUT', body: 'x' });
      const notes = createHash('sha256').update(NOTES).digest('hex');
      await store.fetch(`${folder}/${notes}`, { method: 'PUT', body: NOTES.toUpperCase() });
      assert.match(await abs('check'), new RegExp(`original ${stray} belongs to no asset\\n`));
      const repaired = await abs('check', '--repair');
      assert.match(repaired, new RegExp(`original ${stray} belongs to no asset \\(removed\\)`));
      assert.match(repaired, new RegExp(`original ${notes} of asset 1003.* is damaged: its SHA-256 differs`));
      assert.match(repaired, /1 wrong, 1 repaired/);
      assert.equal((await store.fetch(`${folder}/${stray}`)).status, 404);
      assert.doesNotMatch(await abs('check'), new RegExp(stray));
      assert.match(await abs('import', SAMPLE, '--render'), /thumbnails: \d+ there/);
    } finally {
      rmSync(data, { recursive: true });
    }
  });

  test('a wrong key is named in the log and not to the caller', async () => {
    await using app = await start();
    await using broken = await startNode({ ...settings, AWS_SECRET_ACCESS_KEY: 'wrong-secret' }, async (data) => {
      const environment = settings;
      await importSample(storageSettings(loadConfig({ options: { data }, environment, directory: data })));
    });
    assert.equal((await fetch(app.url + DOWNLOAD)).status, 200);
    assert.equal((await fetch(broken.url + DOWNLOAD)).status, 503);
    assert.ok(broken.log.some((line) => line.includes('originals.secretAccessKeyFile: ')));
    assert.ok(broken.log.every((line) => !line.includes('wrong-secret')));
  });
});
