/** PostgreSQL behind a pooler whose sessions change with each transaction, and with the fewest connections. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../core/test/support/until.ts';
import { openTokenListInDatabase } from '../../src/auth/token-list-postgres.ts';
import { CatalogueBusy, CatalogueUnreachable } from '../../src/catalogue/catalogue-errors.ts';
import { openPostgresCatalogue } from '../../src/catalogue/postgres/catalogue.ts';
import { openPostgres, type Postgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresImports } from '../../src/catalogue/postgres/imports.ts';
import { openPostgresPins } from '../../src/catalogue/postgres/pins.ts';
import { openPostgresRecords } from '../../src/catalogue/postgres/records.ts';
import { openPostgresReviews } from '../../src/catalogue/postgres/review-reads.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { openForAll } from '../support/open-for-all.ts';
import { NO_PGBOUNCER, startPgBouncer } from '../support/servers/pgbouncer.ts';
import { ask, NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';

const pin = (code: string) => {
  const assets = { node: 1, assets: [1], formats: [] };
  return { code, title: '', endpoint: '', ...assets, created: 0, expires: 1, isAnonymous: true, downloads: 0 };
};

/** Writes and reads in every way at once, many times. */
async function useInEveryWay(postgres: Postgres): Promise<void> {
  await using writer = openPostgresWriter(postgres);
  await using pins = openPostgresPins(postgres);
  await using reviews = openPostgresReviews(postgres);
  await using catalogue = openPostgresCatalogue({ postgres, freshness: { kind: 'strict' } });
  await using tokens = openTokenListInDatabase(postgres, { lagMilliseconds: 1000 });
  const snapshot = await catalogue.snapshot();
  const waysOf = (place: number) => [
    writer.change((changes) => changes.put('group', { id: place, name: 'a' })),
    writer.addPins([pin(`AAAAAAAAAAA${place}`)]),
    writer.addDownloads('2026-01-01', new Map([[1, 1]])),
    writer.postReviews([{ asset: 1, user: 1, rating: 5, now: place, isAnonymous: true, most: 0 }]),
    writer.filesInUse([]),
    catalogue.snapshot(),
    snapshot.assets([place]),
    snapshot.topDownloads('2026-01-01'),
    snapshot.beside(place),
    reviews.page(place, { offset: 0, most: 10 }),
    pins.find('CCCCCCCCCCCC'),
    tokens.add({ name: `${place}`, user: 1, sha256: Buffer.alloc(32, place), created: 0, expires: undefined }),
    tokens.all(),
  ];
  // Not all ten at once, because nobody waits longer than five seconds for a connection.
  for (let place = 0; place < 10; place += 2) await Promise.all([place, place + 1].flatMap(waysOf));
  assert.deepEqual([(await catalogue.snapshot()).model.groups.size, (await tokens.all()).length], [10, 10]);
  assert.deepEqual(await pins.find('AAAAAAAAAAA9'), pin('AAAAAAAAAAA9'));
  await until(() => tokens.state() !== undefined);
}

describe('few connections to PostgreSQL', { skip: NO_POSTGRES }, () => {
  const server = openForAll(() => startPostgres());

  for (const connections of [1, 2]) {
    test(`a pool of ${connections} serves everything that is asked for at once`, async () => {
      await using postgres = openPostgres({ url: await server.createDatabase(), connections });
      await useInEveryWay(postgres);
    });
  }

  test('PgBouncer in statement mode is refused with its setting at first use', { skip: NO_PGBOUNCER }, async () => {
    await using statements = await startPgBouncer(server, 4, 'statement');
    const made = await server.createDatabase();
    await using direct = openPostgres({ url: made });
    await direct.query('SELECT 1');
    for (const url of [made, await server.createDatabase()]) {
      await using postgres = openPostgres({ url: statements.through(url) });
      await using catalogue = openPostgresCatalogue({ postgres, freshness: { kind: 'strict' } });
      await assert.rejects(
        catalogue.snapshot(),
        (error) => error instanceof CatalogueUnreachable && /statement mode.*pool_mode/.test(error.message),
      );
    }
  });

  describe('behind PgBouncer in transaction mode', { skip: NO_PGBOUNCER }, () => {
    const pooler = openForAll(() => startPgBouncer(server, 4));

    test('the tables are made, and everything is written and read', async () => {
      await using postgres = openPostgres({ url: pooler.through(await server.createDatabase()), connections: 20 });
      await useInEveryWay(postgres);
    });

    test('commits of other nodes arrive without notifications', async () => {
      const url = await server.createDatabase();
      await using postgres = openPostgres({ url: pooler.through(url) });
      const freshness = { kind: 'bounded', lagMilliseconds: 1000 } as const;
      await using catalogue = openPostgresCatalogue({ postgres, freshness });
      await catalogue.snapshot();
      for (let revision = 1; revision <= 5; revision += 1) {
        await ask(url, 'UPDATE state SET revision = revision + 1');
        await until(() => catalogue.snapshotAtHand()?.revision === revision, 'the commit never arrives');
      }
    });

    test('an import has its lock alone, while others write and an export keeps its state', async () => {
      const url = pooler.through(await server.createDatabase());
      await using one = openPostgres({ url });
      await using other = openPostgres({ url });
      await using writer = openPostgresWriter(other);
      await writer.change((changes) => changes.put('group', { id: 1, name: 'a' }));
      await using records = await openPostgresRecords(one);
      const imports = openPostgresImports(one);
      await using lock = await imports.tryLock();
      assert.ok(lock);
      assert.equal(await openPostgresImports(other).tryLock(), undefined);
      await using journal = await imports.openJournal();
      await Promise.all(Array.from({ length: 100 }, (_, place) => journal.add(`${place}`.padStart(64, '0'))));
      await writer.change((changes) => changes.put('group', { id: 2, name: 'b' }), { lock });
      assert.equal((await (await imports.leftJournals())[0]?.keys())?.length, 100);
      assert.equal(records.model.groups.size, 1);
      await lock.confirm();
    });

    test('the limits of one statement are not those of the next session', async () => {
      const url = pooler.through(await server.createDatabase());
      await using postgres = openPostgres({ url, queryMs: 2000 });
      await assert.rejects(postgres.query('SELECT pg_sleep(60)'), CatalogueBusy);
      {
        await using transaction = await postgres.begin('write');
        await transaction.query('SELECT 1');
        await transaction.commit();
      }
      for (let session = 0; session < 8; session += 1) {
        const settings = "current_setting('statement_timeout') AS timeout, current_setting('lock_timeout') AS lock";
        assert.deepEqual(await ask(url, `SELECT ${settings}`), [{ timeout: '0', lock: '0' }]);
      }
    });
  });
});
