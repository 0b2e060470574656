/** A service whose bucket has the wrong rights, the wrong bytes, or a server that dies, is slow or is gone. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { storageSettings } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';
import { MAIN } from '../http/served-program.ts';
import { type RunningApp, startNode } from '../support/app.ts';
import { importSample } from '../support/sample.ts';
import { type Radosgw, startRadosgw } from '../support/servers/radosgw.ts';
import { startSlowProxy } from '../support/slow-proxy.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);

const NOTES = 'Notes of the archive.\nSecond line.\n';
const KEY = createHash('sha256').update(NOTES).digest('hex');
const DOWNLOAD = '/asset.do?download=1003';

type Settings = Readonly<Record<string, string>>;

const server = await startRadosgw();

describe('a bucket that is not as it should be', { skip: typeof server === 'string' && server }, () => {
  let store: Radosgw;
  let folder: string;
  before(() => {
    assert.ok(typeof server !== 'string');
    store = server;
    folder = mkdtempSync(join(tmpdir(), 'abs-s3-'));
  });
  after(async () => {
    await store[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  const settingsOf = (bucket: string, own: Settings = {}): Settings => ({
    ABS_ORIGINALS_URL: `s3://${bucket}`,
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
  async function start(bucket: string): Promise<RunningApp> {
    await store.makeBucket(bucket);
    return await startNode(settingsOf(bucket), importInto(bucket));
  }

  /** Runs a command to its end, with a data folder of its own. */
  async function abs(args: readonly string[], settings: Settings): Promise<{ code: number; stderr: string }> {
    const data = ['--data', join(folder, settings['ABS_ORIGINALS_URL']?.split('/').pop() ?? '')];
    const env = { ...process.env, ...settings };
    const ended = await run(process.execPath, [MAIN, ...args, ...data], { env }).catch(
      (error: { code: number; stderr: string }) => error,
    );
    return { code: 'code' in ended ? ended.code : 0, stderr: ended.stderr };
  }

  async function refusedBriefly(response: Response): Promise<void> {
    assert.equal(response.status, 503);
    assert.ok(Number(response.headers.get('retry-after')) > 0);
    assert.doesNotMatch(await response.text(), /127\.0\.0\.1|s3:|secret|bucket/);
  }

  test('settings that cannot be right end the start with one sentence', async () => {
    await store.makeBucket('started');
    for (const [own, sentence] of [
      [
        { AWS_SECRET_ACCESS_KEY: 'wrong-secret' },
        /^ {2}originals\.secretAccessKeyFile: the secret is not that of the key "TESTKEY" at http\S+$/,
      ],
      [
        { AWS_ACCESS_KEY_ID: 'NOBODY' },
        /^ {2}originals\.accessKeyId: the S3 server at \S+ does not know the key "NOBODY"$/,
      ],
      [
        { ABS_DERIVED_URL: 's3://no-such-bucket' },
        /^ {2}derived\.url: there is no bucket "no-such-bucket" at http\S+$/,
      ],
    ] as const) {
      const { code, stderr } = await abs(['serve', '--port', '0'], settingsOf('started', own));
      assert.equal(code, 2, stderr);
      const lines = stderr.trim().split('\n');
      assert.match(lines.at(-1) ?? '', sentence);
      assert.doesNotMatch(stderr, /wrong-secret|hush-hush/);
    }
  });

  test('a key that may only read serves, and an import with it says which right it lacks', async () => {
    await using app = await start('read-only');
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
    assert.equal(await (await fetch(app.url + DOWNLOAD)).text(), NOTES);

    const bundle = join(folder, 'new');
    mkdirSync(bundle);
    writeFileSync(join(bundle, 'new.txt'), 'new');
    const { code, stderr } = await abs(['import', bundle], settingsOf('read-only', reader));
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
    await refusedBriefly(await fetch(app.url + DOWNLOAD));
    // The size of this one was never asked for.
    await refusedBriefly(await fetch(`${app.url}/asset.do?download=1000`));
    assert.ok(app.log.some((line) => line.includes('originals.url: there is no bucket \\"vanishing\\"')));
    assert.ok(app.log.every((line) => !line.includes(store.secretAccessKey)));
    assert.equal((await fetch(`${app.url}/node.do?search=`)).status, 200);
  });

  test('other bytes under the name of an original never end as a complete download', async () => {
    await using app = await start('damaged');
    await store.fetch(`/damaged/${KEY}`, { method: 'PUT', body: NOTES.toUpperCase() });
    const whole = await fetch(app.url + DOWNLOAD).then(
      async (response) => (response.ok ? await response.text().catch(() => undefined) : undefined),
      () => undefined,
    );
    assert.equal(whole, undefined);
    assert.ok(app.log.some((line) => line.includes('is damaged')));
    await store.makeBucket('shorter');
    await using other = await startNode(settingsOf('shorter'), async (data) => {
      await importInto('shorter')(data);
      await store.fetch(`/shorter/${KEY}`, { method: 'PUT', body: 'short' });
    });
    assert.equal((await fetch(other.url + DOWNLOAD)).status, 404);
  });

  test('a slow server makes answers late, and all are right', async () => {
    await using app = await start('slow');
    await using proxy = await startSlowProxy(Number(new URL(store.url).port));
    proxy.delay(100);
    const slow = { ABS_ORIGINALS_ENDPOINT: `http://127.0.0.1:${proxy.port}` };
    await using late = await startNode(settingsOf('slow', slow), importInto('slow'));
    const paths = [DOWNLOAD, '/asset.do?download=1000', '/asset.do?download=1003,1000'];
    const bytes = async ({ url }: RunningApp, path: string) => {
      const response = await fetch(url + path);
      assert.equal(response.status, 200);
      return Buffer.from(await response.arrayBuffer());
    };
    await Promise.all(
      paths.map(async (path) => assert.ok((await bytes(late, path)).equals(await bytes(app, path)), path)),
    );
  });

  test('a server that is killed during an import costs at most a second import', async () => {
    await store.makeBucket('killed');
    const bundle = join(folder, 'many');
    mkdirSync(bundle);
    for (let file = 0; file < 40; file += 1) writeFileSync(join(bundle, `${file}.bin`), randomBytes(1_000_000));
    const settings = settingsOf('killed');
    const importing = abs(['import', bundle], settings);
    const count = async () => (await (await store.fetch('/killed?list-type=2')).text()).split('<Key>').length - 1;
    await until(async () => (await count()) >= 5);
    await store.kill();
    await store.restart();
    const { code, stderr } = await importing;
    // Requests are repeated for some seconds, in which the server may be back.
    if (code !== 0) assert.match(stderr, /originals\.endpoint: /);
    const again = await abs(['import', bundle], settings);
    assert.equal(again.code, 0, again.stderr);
    assert.equal(await count(), 40);
    assert.match((await abs(['check'], settings)).stderr, /everything is in order/);
  });
});
