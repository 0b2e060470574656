/** Nodes that are alike in tables or settings only in part: during an upgrade, and after a mistake. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { openStorage, type StorageSettings, storageSettings } from '../../src/app/storage.ts';
import { loadConfig } from '../../src/config/load.ts';
import { serve } from '../app/breakable-service.ts';
import { importSample } from '../support/sample.ts';
import { ask, NO_POSTGRES, type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { fetchHealed } from './fetch-healed.ts';

describe('nodes over one database', { skip: NO_POSTGRES }, () => {
  let server: PostgresServer;
  let root: string;
  before(async () => {
    server = await startPostgres();
    root = mkdtempSync(join(tmpdir(), 'abs-nodes-'));
  });
  after(async () => {
    await server[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  });

  let folders = 0;
  const newFolder = () => {
    folders += 1;
    return { path: join(root, String(folders)), break: () => {}, [Symbol.dispose]: () => {} };
  };
  async function sample(): Promise<{ readonly url: string; readonly stores: StorageSettings }> {
    const url = await server.createDatabase();
    const { path } = newFolder();
    const config = loadConfig({ environment: { ABS_CATALOGUE_URL: url }, options: { data: path }, directory: path });
    const stores = storageSettings(config);
    await importSample(stores);
    return { url, stores };
  }
  const textOf = async (address: string) => await (await fetch(address)).text();

  test('a node keeps working on tables that a newer version has extended, and does not start on them again', async () => {
    const { url, stores } = await sample();
    const settings = { ABS_CATALOGUE_URL: url, ABS_THREADS: '1' };
    await using storage = await openStorage(stores);
    // Its connections are open before the upgrade, as those of the node.
    assert.ok((await storage.indexSource.lastCommit()).revision > 0);
    await using node = await serve(newFolder(), settings);
    await textOf(`${node.url}/node.do?search=a`);

    // What a newer version may do to tables, as docs/operate/many-nodes.md promises.
    await ask(
      url,
      `ALTER TABLE assets ADD COLUMN later text; ALTER TABLE state ADD COLUMN later integer NOT NULL DEFAULT 0;
       CREATE TABLE later (id bigint PRIMARY KEY); UPDATE state SET schema_version = schema_version + 1`,
    );
    const rename = async (name: string) => {
      await storage.writer.change(async (changes) => {
        const asset = await changes.record(1000);
        assert.ok(asset);
        await changes.put('asset', { ...asset, active: { ...asset.active, name } });
      });
      await until(async () => (await textOf(`${node.url}/asset.do?details=1000`)).includes(name));
      await until(async () => (await textOf(`${node.url}/node.do?search=${name}`)).includes('"id":1000'));
    };
    await rename('during-upgrade');
    const posted = await fetchHealed(`${node.url}/review.do?post=1000&rating=3&comment=upgraded`);
    assert.equal(posted.status, 200, await posted.text());
    // New connections of running programs are no new start.
    await ask(url, "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'abs'");
    const reaches = () =>
      storage.indexSource.lastCommit().then(
        () => true,
        () => false,
      );
    await until(reaches);
    await rename('reconnected');
    assert.match(await (await fetchHealed(`${node.url}/review.do?get=1000`)).text(), /"upgraded"/);

    await using again = await serve(newFolder(), settings);
    assert.deepEqual([again.url, await again.ended], [undefined, 1]);
    assert.match(
      again.told(),
      /^.*"starting"\}\nabs serve: catalogue\.url: the tables were made by a newer version of the program\n$/,
    );
  });
});
