import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { freePort } from '../../../core/test/support/free-port.ts';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { databasePath } from '../../src/catalogue/sqlite/database.ts';
import { startLyingProvider } from '../support/identity-providers.ts';
import { copySample } from '../support/sample.ts';
import { signInSettings } from '../support/with-sign-in.ts';
import { abs } from './copy-world.ts';

test('a data folder in order has no problem, and stays as it is', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  await copySample(data);
  writeFileSync(join(data, 'search.index'), Buffer.alloc(2 ** 20));
  // SQLite itself makes its log for readers, too.
  const names = () =>
    readdirSync(data, { recursive: true })
      .filter((name) => !/-(?:shm|wal)$/.test(`${name}`))
      .toSorted();
  const before = names();
  const { status, stdout } = await abs(['doctor', '--data', data], { ABS_RENDER_STORE_MEGABYTES: '536870912' });
  assert.equal(status, 0, stdout);
  const warning =
    /^warning +data folder +derived files may take 2\d{3} TiB more, but .+ are free, of which .+ are kept as a reserve\n +-> lower render\.storeMegabytes or free some space;/m;
  assert.match(stdout, warning);
  assert.match(stdout, /^ok +settings +version .+, Node .+, \d+ HTTP threads on \d+ cores$/m);
  assert.match(stdout, /^ok +settings +catalogue in SQLite, originals in the data folder$/m);
  assert.match(stdout, /^ok +data folder +\/.+ are free, a durable write takes [\d.]+ ms, .+ are written per second$/m);
  assert.match(stdout, /^ok +data folder +originals: 7 files, .+iB$/m);
  const builds =
    /^ok +data folder +search\.index: 1\.0 MiB; to merge .+ about 1 s and 2\.0 MiB of memory, to build .+ 1 s and 4\.0 MiB of memory$/m;
  assert.match(stdout, builds);
  assert.match(stdout, /^ok +catalogue +SQLite, .+iB: 9 assets with 6 originals of .+iB$/m);
  assert.match(stdout, /^0 problems, \d+ warnings\n$/m);
  assert.deepEqual(names(), before);
});

test('what prevents the start is refused, and names that the catalogue lacks are warnings', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  await copySample(data);
  const doctor = (environment: Readonly<Record<string, string>>) => abs(['doctor', '--data', data], environment);
  const endpoints = JSON.stringify({ press: { defaults: { nosuch: '1' }, roots: { 101: [9999] } } });
  const refused = await doctor({ ABS_ENDPOINTS: endpoints, ABS_MESSAGES: 'none.json', ABS_THREADS: 'x' });
  assert.equal(refused.status, 2);
  assert.match(
    refused.stderr,
    /^ {2}threads: .+\n {2}endpoints\.press\.defaults\.nosuch: .+\n {2}messages\[0\]: .+\n$/m,
  );
  const warned = await doctor({ ABS_SERVICE_USER: '999', ABS_ENDPOINTS: endpoints.replace('"nosuch"', '"locale"') });
  assert.equal(warned.status, 0, warned.stdout);
  assert.match(warned.stdout, /^warning +settings +serviceUser: the catalogue has no user 999/m);
  assert.match(warned.stdout, /^warning +settings +endpoints\.press\.roots\.101: the catalogue has no node 9999/m);
});

test('a folder that is missing or empty is a warning with a remedy, and nothing is created', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  const missing = await abs(['doctor', '--data', data], { ABS_TEXT_OCR: 'true', PATH: '' });
  assert.equal(missing.status, 0);
  assert.match(missing.stdout, /^warning +programs +tesseract is missing: .+ text\.ocr/m);
  const warning = /^warning +data folder +there is no folder \/.+\n +-> the first start or import makes it$/m;
  assert.match(missing.stdout, warning);
  assert.match(missing.stdout, /^warning +catalogue +there is no catalogue in \/.+ yet\n +-> import something/m);
  assert.equal(existsSync(data), false);
  const says = '[ "$1" = --version ] && echo tesseract 5.3.0 || printf "List of languages\\neng\\n"';
  writeFileSync(join(folder.path, 'tesseract'), `#!/bin/sh\n${says}\n`, { mode: 0o755 });
  const english = { ABS_TEXT_OCR: 'true', ABS_TEXT_OCR_LANGUAGES: 'de,en', PATH: folder.path };
  const lacking = await abs(['doctor', '--data', data], english);
  assert.match(lacking.stdout, /^ok +programs +tesseract 5\.3\.0: eng\nwarning +programs +tesseract lacks deu\n/m);
});

test('a catalogue that cannot be read, or is of a newer version, is a problem', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  await copySample(data);
  {
    using database = new DatabaseSync(databasePath(data));
    database.exec('PRAGMA user_version = 1000');
  }
  const newer = await abs(['doctor', '--data', data]);
  assert.equal(newer.status, 1);
  const problem = /^problem +catalogue +the catalogue was made by a newer version .+\n +-> update this program$/m;
  assert.match(newer.stdout, problem);

  rmSync(data, { recursive: true });
  mkdirSync(data);
  writeFileSync(databasePath(data), 'no database');
  const damaged = await abs(['doctor', '--data', data]);
  assert.equal(damaged.status, 1);
  assert.match(damaged.stdout, /^problem +catalogue +file is not a database$/m);
  assert.match(damaged.stdout, /^ok +data folder/m);
});

test('servers that do not answer are problems that name the setting and show no secret', async () => {
  using folder = temporaryFolder();
  const port = await freePort();
  const { status, stdout, stderr } = await abs(['doctor', '--data', folder.path], {
    ABS_CATALOGUE_URL: `postgres://abs:hush-hush@127.0.0.1:${port}/abs`,
    ABS_ORIGINALS_URL: 's3://media/originals',
    ABS_ORIGINALS_ENDPOINT: `http://127.0.0.1:${port}`,
    ABS_COORDINATION_URL: `redis://abs:hush-hush@127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'hush-hush',
  });
  assert.equal(status, 1);
  assert.match(stdout, /^problem +catalogue +catalogue\.url: postgres:\/\/abs@127\.0\.0\.1:\d+\/abs can't be reached/m);
  assert.match(stdout, /^problem +originals +originals\.endpoint: http:\/\/127\.0\.0\.1:\d+ can't be reached/m);
  const problem = /^problem +coordination +coordination\.url: redis:\/\/127\.0\.0\.1:\d+ is an address where nothing/m;
  assert.match(stdout, problem);
  assert.match(stdout, /^3 problems, /m);
  assert.doesNotMatch(stdout + stderr, /hush-hush/);
});

test('the provider with which people sign in is asked', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data');
  await copySample(data);
  await using provider = await startLyingProvider();
  const ask = async () => await abs(['doctor', '--data', data], await signInSettings(provider.issuer));
  const known = await ask();
  assert.equal(known.status, 0, known.stdout);
  assert.match(known.stdout, /^ok +sign-in +http:\S+ answers, and its keys can be read$/m);
  assert.match(known.stdout, /^warning +sign-in +the provider has no sign-out/m);
  provider.lie({ metadata: { issuer: 'https://other.example', scopes_supported: ['openid'] } });
  const other = await ask();
  assert.match(other.stdout, /^problem +sign-in +http:\S+: /m);
  assert.doesNotMatch(known.stdout + other.stdout, /s3cr3t/);
});
