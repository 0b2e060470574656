/** Tables of older versions of the program, and databases that can't be written. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CatalogueFull, CatalogueUnreachable } from '../../src/catalogue/catalogue-errors.ts';
import { openPostgresCatalogue } from '../../src/catalogue/postgres/catalogue.ts';
import { openPostgres, type Postgres } from '../../src/catalogue/postgres/database.ts';
import { POSTGRES_MIGRATIONS } from '../../src/catalogue/postgres/schema.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { ask, NO_POSTGRES, type PostgresServer, startPostgres } from '../support/servers/postgres.ts';

describe('the tables in PostgreSQL', { skip: NO_POSTGRES }, () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server[Symbol.asyncDispose]());

  /** Everything that defines the tables, in a fixed order. */
  const tablesOf = async ({ query }: Postgres) => [
    await query(
      `SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default
       FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
    ),
    await query(`SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2`),
    await query(
      `SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    ),
  ];

  test('of every older version become those of a new database, with what is in them', async () => {
    await using fresh = openPostgres({ url: await server.createDatabase() });
    const expected = await tablesOf(fresh);
    for (let version = 1; version < POSTGRES_MIGRATIONS.length; version += 1) {
      const url = await server.createDatabase();
      for (const migration of POSTGRES_MIGRATIONS.slice(0, version)) await ask(url, migration);
      await ask(
        url,
        `UPDATE state SET schema_version = ${version}, revision = 7;
         INSERT INTO definitions VALUES ('group', 1, '{"id":1,"name":"a"}')`,
      );
      // Nodes that start together wait for the one that migrates.
      await using one = openPostgres({ url });
      await using other = openPostgres({ url });
      await Promise.all([one, other].map(({ query }) => query('SELECT 1')));
      assert.deepEqual(await tablesOf(one), expected, `from version ${version}`);
      await using catalogue = openPostgresCatalogue({ postgres: other, freshness: { kind: 'strict' } });
      const { revision, model } = await catalogue.snapshot();
      assert.deepEqual([revision, model.groups.get(1)?.name], [7, 'a']);
      await using writer = openPostgresWriter(one);
      await writer.change((changes) => changes.put('group', { id: 2, name: 'b' }));
      assert.equal((await catalogue.snapshot()).model.groups.size, 2);
    }
  });

  test('that the user may only read are refused with a sentence when they are written', async () => {
    const url = await server.createDatabase();
    {
      await using postgres = openPostgres({ url });
      await postgres.query('SELECT 1');
    }
    await ask(url, 'CREATE ROLE reader LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader');
    await using postgres = openPostgres({ url: url.replace('postgres@', 'reader@') });
    await using writer = openPostgresWriter(postgres);
    assert.deepEqual(await postgres.query('SELECT revision FROM state'), [[0]]);
    await assert.rejects(
      writer.change((changes) => changes.put('group', { id: 1, name: 'a' })),
      (error) => error instanceof CatalogueUnreachable && /^catalogue\.url: the user lacks rights/.test(error.message),
    );
  });

  test('on a full disk refuse writes and answer reads, and are written again when there is room', async (t) => {
    const disk = mkdtempSync(join(tmpdir(), 'abs-tablespace-'));
    const mount = (options: string) =>
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', disk], { stdio: 'ignore' });
    try {
      mount('size=16m');
    } catch {
      rmdirSync(disk);
      t.skip('a small disk can not be mounted here');
      return;
    }
    t.after(() => {
      execFileSync('umount', ['--lazy', disk]);
      rmdirSync(disk);
    });
    chownSync(disk, 65_534, 65_534);
    await ask(server.url, `CREATE TABLESPACE small LOCATION '${disk}'`);
    const url = await server.createDatabase();
    await ask(server.url, `ALTER DATABASE ${url.split('/').at(-1)} SET TABLESPACE small`);
    await using postgres = openPostgres({ url });
    await using writer = openPostgresWriter(postgres);
    await using catalogue = openPostgresCatalogue({ postgres, freshness: { kind: 'strict' } });
    await writer.change((changes) => changes.put('group', { id: 1, name: 'a' }));
    const putMuch = () =>
      writer.change(async (changes) => {
        for (let id = 2; id < 200; id += 1)
          await changes.put('group', { id, name: randomBytes(75_000).toString('base64') });
      });
    await assert.rejects(
      putMuch(),
      (error) => error instanceof CatalogueFull && /^catalogue\.url: /.test(error.message),
    );
    assert.equal((await catalogue.snapshot()).model.groups.size, 1);
    mount('remount,size=200m');
    await putMuch();
    assert.equal((await catalogue.snapshot()).model.groups.size, 199);
  });
});
