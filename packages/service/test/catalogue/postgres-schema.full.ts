/** Databases that can't be written. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { CatalogueFull, CatalogueUnreachable } from '../../src/catalogue/catalogue-errors.ts';
import { openPostgresCatalogue } from '../../src/catalogue/postgres/catalogue.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { openForAll } from '../support/open-for-all.ts';
import { ask, NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';

describe('the tables in PostgreSQL', { skip: NO_POSTGRES }, () => {
  const server = openForAll(() => startPostgres());

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
      t.skip('a small disk cannot be mounted here');
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
