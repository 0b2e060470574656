/** A catalogue in PostgreSQL is copied into a backup again only if something that a backup has was written since. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../core/test/support/temporary-folder.ts';
import { copyDatabases, openBackupStore, saveDatabases, stateOf } from '../../src/app/open-backup-store.ts';
import { openStorage, type Storage } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';
import { backUp } from '../../src/transfer/backup/back-up.ts';
import { readManifest, verifyFile } from '../../src/transfer/backup/backup-folder.ts';
import { NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { contentsOfStores, makeSource } from './copy-world.ts';

const { signal } = new AbortController();
const quiet = { signal, onProgress: () => {} };

const WRITES: Readonly<Record<string, (storage: Storage) => Promise<unknown>>> = {
  'an asset': ({ writer }) => writer.change((changes) => changes.remove('asset', 1003)),
  'the end of a PIN': ({ writer }) => writer.endPin('AAAAAAAAAAAA', { now: 1 }),
  'downloads of a PIN': ({ writer }) => writer.addPinDownloads(new Map([['AAAAAAAAAAAA', 3]])),
  downloads: ({ writer }) => writer.addDownloads('2026-03-02', new Map([[1000, 1]])),
  'a review': ({ writer }) =>
    writer.postReviews([
      { asset: 1000, user: 1, isAnonymous: true, rating: 5, comment: 'New', now: 1_800_000_000_000, most: 0 },
    ]),
  'a token': ({ tokens }) =>
    tokens.add({ name: 'new', user: 1, sha256: hash('sha256', 'three', 'buffer'), created: 1, expires: undefined }),
  'the use of a token': async ({ tokens }) => await tokens.touch((await tokens.all())[0]?.id ?? 0, 9_000_000_000_000),
  'the end of a token': ({ tokens }) => tokens.remove('new'),
};

test('after each write a backup has it, and otherwise nothing is copied', { skip: NO_POSTGRES }, async () => {
  await using server = await startPostgres();
  using folder = temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  await makeSource(at('source'));
  const settings = loadConfig({
    options: { data: at('node') },
    environment: { ABS_CATALOGUE_URL: await server.createDatabase() },
  });
  await using source = await openStorage({ data: at('source') });
  await copyDatabases(source, settings, quiet);
  await using storage = await openStorage(settings);
  mkdirSync(at('backup'));
  await using to = openBackupStore(at('backup'));
  let saved = 0;
  const make = async () => {
    const { manifest } = await backUp({
      ...{ to, originals: source.originals, program: 'test', now: Date.now, ...quiet },
      state: () => stateOf(storage),
      save: (into) => {
        saved += 1;
        return saveDatabases(settings, storage, { to: into, ...quiet });
      },
      onWarning: () => {},
      onProblem: () => {},
    });
    return manifest;
  };
  const first = await make();
  await storage.writer.webhooks.claim('shop', { sender: 'a', now: 0, until: 10 });
  assert.deepEqual({ ...(await make()), made: '' }, { ...first, made: '' });
  assert.deepEqual(readManifest(at('backup'))?.state, first.state);
  assert.equal(saved, 1, 'a claim of a node is in no backup');

  for (const [what, write] of Object.entries(WRITES)) {
    const before: number = saved;
    await write(storage);
    const { folder: kept } = await make();
    assert.equal(saved, before + 1, what);
    await make();
    assert.equal(saved, before + 1, `${what}, once`);
    const [{ files: _, ...inBackup }, { files: __, ...inDatabase }] = await Promise.all([
      contentsOfStores({ data: join(at('backup'), kept) }),
      contentsOfStores(settings),
    ]);
    assert.deepEqual(inBackup, inDatabase, what);
  }

  const [damaged] = (await make()).databases;
  truncateSync(join(at('backup'), damaged?.path ?? ''), 0);
  const [whole] = (await make()).databases;
  assert.ok(whole);
  await verifyFile(at('backup'), whole);
});
