import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { CatalogueBusy } from '../../src/catalogue/catalogue-errors.ts';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresRecords } from '../../src/catalogue/postgres/records.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { assetOf } from '../search/contract-samples.ts';
import { openForAll } from '../support/open-for-all.ts';
import { ask, NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';

describe('limits of PostgreSQL', { skip: NO_POSTGRES }, () => {
  const server = openForAll(() => startPostgres());

  const isGone = async (pid: unknown) =>
    (await ask(server.url, `SELECT 1 FROM pg_stat_activity WHERE pid = ${pid}`)).length === 0;

  test('the server itself ends a statement that takes too long', async () => {
    await using postgres = openPostgres({ url: await server.createDatabase(), queryMs: 2000 });
    for (const values of [[], [1]]) {
      const sql = `SELECT pg_sleep(60)${values.length > 0 ? ', $1::int' : ''}`;
      await assert.rejects(
        postgres.query(sql, values),
        (error) => error instanceof CatalogueBusy && /statement timeout/.test(error.message),
      );
    }
    assert.deepEqual(await postgres.query('SELECT $1::int', [7]), [[7]]);
    // The limit is that of the statement alone.
    assert.deepEqual(await postgres.query(`SELECT current_setting('statement_timeout')`), [['2s']]);
    await using transaction = await postgres.begin('read');
    assert.deepEqual(await transaction.query(`SELECT current_setting('statement_timeout')`), [['30s']]);
  });

  test('a state for an export stays open however long its files take, and other silent transactions do not', async () => {
    // A statement every three seconds keeps it open, even if the machine pauses for some.
    await using postgres = openPostgres({ url: await server.createDatabase(), idleMs: 9000 });
    await using writer = openPostgresWriter(postgres);
    await writer.change((changes) => changes.put('group', { id: 1, name: 'a' }));
    await using records = await openPostgresRecords(postgres);
    for (let times = 0; times < 2; times += 1) {
      await using silent = await postgres.begin('read');
      const [row] = await silent.query('SELECT pg_backend_pid()');
      await until(() => isGone(row?.[0]), 'the server does not end a silent transaction');
    }
    assert.deepEqual(await Array.fromAsync(records.assets()), []);
  });

  test('closing a database ends what still runs, after a moment', async () => {
    const postgres = openPostgres({ url: await server.createDatabase(), queryMs: 60_000 });
    const idle = await postgres.begin('read');
    const [row] = await idle.query('SELECT pg_backend_pid()');
    const running = assert.rejects(postgres.query('SELECT pg_sleep(60)'), { name: 'CatalogueUnreachable' });
    const active = `SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'`;
    await until(async () => (await ask(server.url, active)).length === 1);
    await postgres[Symbol.asyncDispose]();
    await running;
    await until(() => isGone(row?.[0]));
    await idle[Symbol.asyncDispose]();
  });

  test('downloads are counted while an import runs', async () => {
    await using postgres = openPostgres({ url: await server.createDatabase() });
    await using writer = openPostgresWriter(postgres, { lockWaitSeconds: 0.05 });
    await writer.change(async (changes) => {
      for (const id of [1, 2]) await changes.put('asset', assetOf(id, { nodes: [] }));
    });
    await writer.change(async (changes) => {
      await changes.put('group', { id: 1, name: 'a' });
      await changes.nextId('group');
      await writer.addDownloads('2026-01-01', new Map([[2, 5], [1, 3], [3, 1]])); // biome-ignore format: pairs
    });
    await writer.addDownloads('2026-01-01', new Map([[2, 1]]));
    const counts = await postgres.query('SELECT asset, count FROM downloads ORDER BY asset');
    assert.deepEqual(counts.flat(), [1, 3, 2, 6]);
  });

  test('whoever gets no connection in time is told that all are in use', async () => {
    await using postgres = openPostgres({ url: await server.createDatabase(), connections: 1 });
    await using _ = await postgres.begin('read');
    await assert.rejects(
      postgres.query('SELECT 1'),
      (error) => error instanceof CatalogueBusy && /catalogue\.connections/.test(error.message),
    );
  });
});
