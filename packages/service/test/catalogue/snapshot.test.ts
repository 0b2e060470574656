import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import type { Snapshot } from '../../src/catalogue/catalogue.ts';
import { readConsistently } from '../../src/catalogue/read-consistently.ts';
import { assetOf } from '../search/contract-samples.ts';
import { openSqlite } from './open-sqlite.ts';

async function openWorld(now?: () => number) {
  const opened = await openSqlite(now && { now });
  return { ...opened, commitElsewhere: () => opened.run('UPDATE state SET revision = revision + 1') };
}

test('snapshots share one revision check, but later requests check again', async () => {
  await using world = await openWorld(() => 0);
  const { catalogue, commitElsewhere } = world;
  await immediate();
  const first = await catalogue.snapshot();
  commitElsewhere();
  assert.equal(await catalogue.snapshot(), first);
  await immediate();
  assert.equal((await catalogue.snapshot()).revision, 1);
});

test('a snapshot is at least of the requested revision', async () => {
  await using world = await openWorld();
  const { catalogue, commitElsewhere } = world;
  await catalogue.snapshot();
  commitElsewhere();
  assert.equal((await catalogue.snapshot({ atLeast: 1 })).revision, 1);
});

test('a read that sees a later commit makes the next snapshot a newer one', async () => {
  await using world = await openWorld();
  const { catalogue, commitElsewhere } = world;
  const first = await catalogue.snapshot();
  commitElsewhere();
  await first.relations(1);
  assert.equal((await catalogue.snapshot()).revision, 1);
});

test('a commit of the same thread is visible at once, within its transaction too', async () => {
  await using world = await openWorld();
  const { writer, catalogue } = world;
  const seen: number[] = [];
  for (let id = 1; id <= 3; id++) {
    await catalogue.snapshot();
    await writer.change(async (changes) => {
      await changes.put('group', { id, name: 'one more' });
      seen.push((await catalogue.snapshot()).model.groups.size);
    });
    seen.push((await catalogue.snapshot()).model.groups.size);
  }
  assert.deepEqual(seen, [0, 1, 1, 2, 2, 3]);
});

test('work runs again on each newer snapshot, five times at most', async () => {
  for (const [commits, runs] of [
    [0, 1],
    [1, 2],
    [4, 5],
    [99, 5],
  ] as const) {
    await using world = await openWorld();
    const { catalogue, commitElsewhere } = world;
    const seen: Snapshot[] = [];
    const work = async (snapshot: Snapshot) => {
      seen.push(snapshot);
      if (seen.length <= commits) commitElsewhere();
      await snapshot.versions(1);
      return snapshot.revision;
    };
    const last = await readConsistently(catalogue, await catalogue.snapshot(), work, new AbortController().signal);
    const revisions = [seen.map(({ revision }) => revision), last];
    const expected = [Array.from({ length: runs }, (_, i) => i), runs - 1];
    assert.deepEqual(revisions, expected);
  }
});

test('a reader of an older state leaves the cached outlines of the newest', async () => {
  await using world = await openWorld();
  const { writer, catalogue } = world;
  const put = (id: number) => writer.change((changes) => changes.put('asset', assetOf(id)));
  await put(1);
  const older = await catalogue.snapshot();
  await put(2);
  const newest = await catalogue.snapshot();
  const [cached] = await newest.outlines([1]);
  assert.deepEqual(await older.outlines([1]), [cached]);
  const [again] = await newest.outlines([1]);
  assert.ok(cached !== undefined && again === cached);
});
