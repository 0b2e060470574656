import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPostgres } from '../../src/catalogue/postgres/database.ts';
import { openPostgresPeople } from '../../src/catalogue/postgres/people.ts';
import { NO_POSTGRES, type PostgresServer, startPostgres } from '../support/servers/postgres.ts';

describe('people in PostgreSQL', { skip: NO_POSTGRES }, () => {
  let server: PostgresServer;
  before(async () => {
    server = await startPostgres();
  });
  after(() => server[Symbol.asyncDispose]());

  test('all reviews are listed newest first, however many they are', async () => {
    const count = 2001;
    await using postgres = openPostgres({ url: await server.createDatabase(), connections: 1 });
    await postgres.query(
      `INSERT INTO reviews (asset, "user", date, comment, anonymous)
       SELECT id % 7, id, id / 100, '', false FROM generate_series(1, $1::int) AS id`,
      [count],
    );
    await using people = openPostgresPeople(postgres);
    const listed = await Array.fromAsync(people.allReviews(), ({ date, asset, user }) => [date, asset, user] as const);
    assert.equal(new Set(listed.map(([, , user]) => user)).size, count);
    const inOrder = listed.toSorted(([a, b, c], [d, e, f]) => d - a || b - e || c - f);
    assert.deepEqual(listed, inOrder);
  });

  test('a page of reviews ends at the size of its own comments, whatever comes before it', async () => {
    await using postgres = openPostgres({ url: await server.createDatabase(), connections: 1 });
    await postgres.query(
      `INSERT INTO reviews (asset, "user", date, comment, anonymous)
       SELECT 1, 1, id, repeat('x', 10), true FROM generate_series(1, 20) AS id`,
    );
    await using people = openPostgresPeople(postgres);
    const { reviews, total } = await people.reviews(1, { offset: 5, most: 10, mostBytes: 25 });
    assert.deepEqual(
      reviews.map(({ date }) => date),
      [15, 14, 13],
    );
    assert.equal(total, 20);
  });
});
