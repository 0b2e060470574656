import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { CatalogueBusy } from '../../src/catalogue/catalogue-errors.ts';
import { databasePath } from '../../src/catalogue/sqlite/database.ts';
import { openReviewQueue } from '../../src/reviews/review-queue.ts';
import { openSqlite } from '../catalogue/open-sqlite.ts';
import { reviewsContract } from './reviews.contract.ts';

reviewsContract('SQLite', openSqlite);

test('while another process holds the lock for too long, posts reject with CatalogueBusy and nothing is written', async () => {
  await using all = await openSqlite({ lockWaitSeconds: 0.1 });
  using other = new DatabaseSync(databasePath(all.directory));
  other.exec('BEGIN IMMEDIATE');
  const queue = openReviewQueue(all.writer);
  const review = { asset: 1, user: 1, rating: 5, now: 1, isAnonymous: true, most: 0 };
  await assert.rejects(queue.post(review), CatalogueBusy);
  other.exec('ROLLBACK');
  assert.deepEqual(await queue.post(review), { kind: 'gone' }, 'there is no asset 1; the queue works again');
});

test('all reviews are listed newest first, however many they are', async () => {
  await using all = await openSqlite();
  const count = 20_001;
  all.run(`WITH RECURSIVE ids(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM ids WHERE id < ${count})
    INSERT INTO reviews (asset, user, date, comment, anonymous) SELECT id % 7, id, id / 100, '', 0 FROM ids`);
  const listed = await Array.fromAsync(
    all.reviews.all(),
    ({ date, asset, user }) => [Number(date), asset, user] as const,
  );
  assert.equal(new Set(listed.map(([, , user]) => user)).size, count);
  const inOrder = listed.toSorted(([a, b, c], [d, e, f]) => d - a || b - e || c - f);
  assert.deepEqual(listed, inOrder);
});
