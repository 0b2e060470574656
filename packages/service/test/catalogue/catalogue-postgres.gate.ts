import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CatalogueUnreachable } from '../../src/catalogue/catalogue-errors.ts';
import { openPostgresCatalogue } from '../../src/catalogue/postgres/catalogue.ts';
import { openPostgres, type Postgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresEndedSessions } from '../../src/catalogue/postgres/ended-sessions.ts';
import { openPostgresImports } from '../../src/catalogue/postgres/imports.ts';
import { openPostgresIndexSource } from '../../src/catalogue/postgres/index-source.ts';
import { openPostgresPins } from '../../src/catalogue/postgres/pins.ts';
import { openPostgresReviews } from '../../src/catalogue/postgres/review-reads.ts';
import { verifyPostgres } from '../../src/catalogue/postgres/verify.ts';
import { openPostgresWriter } from '../../src/catalogue/postgres/writer.ts';
import { followHistory } from '../feed/histories.ts';
import { pinsContract } from '../pins/pins.contract.ts';
import { reviewsContract } from '../reviews/reviews.contract.ts';
import { endedSessionsContract } from '../sign-in/ended-sessions.contract.ts';
import { openForAll } from '../support/open-for-all.ts';
import { ask, NO_POSTGRES, startPostgres } from '../support/servers/postgres.ts';
import { webhookStatesContract } from '../webhooks/webhook-states.contract.ts';
import { catalogueContract } from './catalogue.contract.ts';
import { copiesContract } from './copies.contract.ts';
import { importsContract } from './imports.contract.ts';
import { indexSourceContract } from './index-source.contract.ts';

describe('PostgreSQL', { skip: NO_POSTGRES }, () => {
  const server = openForAll(() => startPostgres());

  async function openAll() {
    await using stack = new AsyncDisposableStack();
    const url = await server.createDatabase();
    const postgres = stack.use(openPostgres({ url, connections: 4 }));
    const writer = stack.use(openPostgresWriter(postgres));
    const catalogue = stack.use(openPostgresCatalogue({ postgres, freshness: { kind: 'strict' } }));
    const pins = stack.use(openPostgresPins(postgres));
    const ended = stack.use(openPostgresEndedSessions(postgres, { lagMilliseconds: 1000 }));
    const reviews = stack.use(openPostgresReviews(postgres));
    const source = stack.use(openPostgresIndexSource(postgres));
    const forget = async () => {
      await ask(url, 'DELETE FROM changes WHERE revision < (SELECT revision FROM state)');
    };
    const goBack = async (revision: number) => {
      await ask(url, `DELETE FROM changes WHERE revision > ${revision}; UPDATE state SET revision = ${revision}`);
    };
    const owned = stack.move();
    return {
      url,
      postgres,
      writer,
      catalogue,
      pins,
      ended,
      reviews,
      source,
      forget,
      goBack,
      [Symbol.asyncDispose]: () => owned.disposeAsync(),
    };
  }

  catalogueContract('PostgreSQL', openAll);
  copiesContract('PostgreSQL', openAll);
  indexSourceContract('PostgreSQL', openAll);
  pinsContract('PostgreSQL', openAll);
  endedSessionsContract('PostgreSQL', openAll);
  webhookStatesContract('PostgreSQL', async () => {
    const { writer, ...all } = await openAll();
    return { ...all, states: writer.webhooks };
  });
  reviewsContract('PostgreSQL', openAll);
  test('copies that follow the changes equal full listings', async () => {
    for (const seed of [1, 2, 3]) {
      await using stores = await openAll();
      await followHistory(stores, seed, 40);
    }
  });
  describe('PostgreSQL: imports', () =>
    importsContract(
      async () => {
        await using stack = new AsyncDisposableStack();
        const url = await server.createDatabase();
        const [one, other] = [stack.use(openPostgres({ url })), stack.use(openPostgres({ url }))];
        const writer = stack.use(openPostgresWriter(one));
        const owned = stack.move();
        return {
          one: openPostgresImports(one),
          other: openPostgresImports(other),
          writer,
          cut: () => cutConnections(url),
          [Symbol.asyncDispose]: () => owned.disposeAsync(),
        };
      },
      { losesLocks: true },
    ));

  test('all reviews are listed newest first, however many they are', async () => {
    const count = 2001;
    await using all = await openAll();
    await all.postgres.query(
      `INSERT INTO reviews (asset, "user", date, comment, anonymous)
       SELECT id % 7, id, id / 100, '', false FROM generate_series(1, $1::int) AS id`,
      [count],
    );
    const listed = await Array.fromAsync(
      all.reviews.all(),
      ({ date, asset, user }) => [Number(date), asset, user] as const,
    );
    assert.equal(new Set(listed.map(([, , user]) => user)).size, count);
    const inOrder = listed.toSorted(([a, b, c], [d, e, f]) => d - a || b - e || c - f);
    assert.deepEqual(listed, inOrder);
  });

  test('a check finds a reference that something other than the program has broken', async () => {
    await using all = await openAll();
    await all.writer.change(async (changes) => {
      await changes.put('node_type', { id: 101, key: 'folder', name: 'a\0\ud800', isPermissionDefining: true });
      await changes.put('node', { id: 1, type: 101, name: 'a', position: 0, fields: new Map() });
      await changes.put('node', { id: 2, type: 101, parent: 1, name: 'b', position: 0, fields: new Map() });
    });
    assert.deepEqual(await verifyPostgres(all.postgres), []);
    await ask(all.url, 'DELETE FROM nodes WHERE id = 1');
    assert.deepEqual(await verifyPostgres(all.postgres), ['node 2: parent names node 1, which does not exist']);
    await ask(all.url, 'UPDATE nodes SET parent = 2');
    assert.deepEqual(await verifyPostgres(all.postgres), ['node 2 lies below itself']);
    await ask(all.url, 'DELETE FROM definitions');
    assert.deepEqual(await verifyPostgres(all.postgres), ['node 2: type names node type 101, which does not exist']);
  });

  test('a check that loses its connection rejects, and blames nothing on the catalogue', async () => {
    await using all = await openAll();
    await all.writer.change((changes) => changes.put('group', { id: 1, name: 'a' }));
    const { postgres } = all;
    let statements = 0;
    const begin: Postgres['begin'] = async (...options) => {
      const transaction = await postgres.begin(...options);
      return {
        ...transaction,
        query: async (sql, values) => {
          statements += 1;
          if (statements === cutAt) await cutConnections(all.url);
          return await transaction.query(sql, values);
        },
      };
    };
    let cutAt = Number.POSITIVE_INFINITY;
    assert.deepEqual(await verifyPostgres({ ...postgres, begin }), []);
    const last = statements;
    for (const lost of [1, last - 1, last]) {
      [statements, cutAt] = [0, lost];
      await assert.rejects(verifyPostgres({ ...postgres, begin }), CatalogueUnreachable);
    }
  });
});

/** Ends all connections to a database, as a network that fails does. */
async function cutConnections(url: string): Promise<void> {
  await ask(
    url,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}
