import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChangeFeed, CursorExpired } from '../../src/feed/change-feed.ts';
import type { FeedScope } from '../../src/feed/visibility.ts';
import { openSqlite } from '../catalogue/open-sqlite.ts';
import { assetOf } from '../search/contract-samples.ts';
import { followHistory, scopeOf } from './histories.ts';

const DAY = 86_400_000;

test('copies that follow the changes equal full listings, whatever happens', async () => {
  // In the last, a page ends within a commit that moves a node and changes one below it.
  for (const seed of [1, 2, 3, 4, 5, 1207]) {
    await using stores = await openSqlite();
    await followHistory(stores, seed, 40);
  }
});

test('a cursor holds for its callers, its history and some days, and is renewed each day', async () => {
  await using stores = await openSqlite();
  const { writer, catalogue, goBack } = stores;
  const feed = new ChangeFeed();
  const put = (id: number) => writer.change((c) => c.put('asset', assetOf(id)));
  const scope = async (more: Partial<FeedScope> & { readonly groups?: readonly number[] } = {}) =>
    scopeOf(await catalogue.snapshot(), { groups: [1], ...more });
  const since = async (cursor: string, more?: Parameters<typeof scope>[0]) =>
    await feed.since(cursor, { scope: await scope(more), limit: 10 });
  const expires = async (...args: Parameters<typeof since>) => await assert.rejects(since(...args), CursorExpired);
  await put(1);
  const { now } = await scope();
  const cursor = await feed.now(await scope());
  assert.equal((await since(cursor, { now: now + DAY })).cursor, cursor);
  const renewed = (await since(cursor, { now: now + DAY + 1 })).cursor;
  assert.notEqual(renewed, cursor);
  assert.deepEqual((await since(renewed, { now: now + 31 * DAY })).changes, []);
  await expires(cursor, { now: now + 30 * DAY + 1 });
  const brief = { days: 1, now: now + DAY / 2 };
  assert.equal((await since(cursor, brief)).cursor, cursor);
  assert.notEqual((await since(cursor, { ...brief, now: brief.now + 1 })).cursor, cursor, 'renewed before it expires');
  for (const other of [
    ...[{ groups: [1, 2] }, { roots: new Map([[101, [1]]]) }, { hidesInvalid: true }, { settings: ['allow'] }],
  ]) {
    await expires(cursor, other);
  }
  await put(2);
  assert.deepEqual(
    (await since(cursor)).changes.map(({ id }) => id),
    [2],
  );
  // A backup is restored, and others commit what has the same revision.
  const lost = (await since(cursor)).cursor;
  await goBack(1);
  await expires(lost);
  await put(3);
  await expires(lost);
  assert.deepEqual(
    (await since(cursor)).changes.map(({ id }) => id),
    [3],
  );
});
