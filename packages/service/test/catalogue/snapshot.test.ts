import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import type { Snapshot } from '../../src/catalogue/catalogue.ts';
import { readConsistently } from '../../src/catalogue/read-consistently.ts';
import { openCatalogue } from '../../src/catalogue/sqlite/catalogue.ts';
import { databasePath } from '../../src/catalogue/sqlite/database.ts';
import { openCatalogueWriter } from '../../src/catalogue/sqlite/writer.ts';
import { assetOf } from '../search/contract-samples.ts';

function openWorld(t: { after(work: () => unknown): void }, now?: () => number) {
  const directory = mkdtempSync(join(tmpdir(), 'abs-snapshot-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const catalogue = openCatalogue({ directory, ...(now && { now }) });
  t.after(() => catalogue[Symbol.asyncDispose]());
  /** Commits as another process does, without notice to this thread. */
  const commitElsewhere = () => {
    using database = new DatabaseSync(databasePath(directory));
    database.exec('UPDATE state SET revision = revision + 1');
  };
  return { directory, catalogue, commitElsewhere };
}

test('snapshots share one revision check, but later requests check again', async (t) => {
  const { catalogue, commitElsewhere } = openWorld(t, () => 0);
  await immediate();
  const first = await catalogue.snapshot();
  commitElsewhere();
  assert.equal(await catalogue.snapshot(), first);
  await immediate();
  assert.equal((await catalogue.snapshot()).revision, 1);
});

test('a revision check is valid for less than 5 ms', async (t) => {
  let time = 0;
  const { catalogue, commitElsewhere } = openWorld(t, () => time);
  await immediate();
  await catalogue.snapshot();
  commitElsewhere();
  time = 4.9;
  assert.equal((await catalogue.snapshot()).revision, 0);
  time = 5;
  assert.equal((await catalogue.snapshot()).revision, 1);
});

test('a snapshot is at least of the requested revision', async (t) => {
  const { catalogue, commitElsewhere } = openWorld(t);
  await catalogue.snapshot();
  commitElsewhere();
  assert.equal((await catalogue.snapshot({ atLeast: 1 })).revision, 1);
});

test('a read that sees a later commit makes the next snapshot a newer one', async (t) => {
  const { catalogue, commitElsewhere } = openWorld(t);
  const first = await catalogue.snapshot();
  commitElsewhere();
  await first.relations(1);
  assert.equal((await catalogue.snapshot()).revision, 1);
});

test('a commit of the same thread is visible at once, within its transaction too', async (t) => {
  const { directory, catalogue } = openWorld(t);
  await using writer = openCatalogueWriter({ directory });
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

test('work runs again on each newer snapshot, five times at most', async (t) => {
  for (const [commits, runs] of [
    [0, 1],
    [1, 2],
    [4, 5],
    [99, 5],
  ] as const) {
    const { catalogue, commitElsewhere } = openWorld(t);
    const seen: Snapshot[] = [];
    const work = async (snapshot: Snapshot) => {
      seen.push(snapshot);
      if (seen.length <= commits) commitElsewhere();
      await snapshot.versions(1);
      return snapshot.revision;
    };
    const last = await readConsistently(catalogue, await catalogue.snapshot(), work, new AbortController().signal);
    assert.deepEqual(
      [seen.map(({ revision }) => revision), last],
      [Array.from({ length: runs }, (_, i) => i), runs - 1],
    );
  }
});

test('work does not run again once its signal is aborted', async (t) => {
  const { catalogue, commitElsewhere } = openWorld(t);
  const caller = new AbortController();
  let runs = 0;
  const work = async (snapshot: Snapshot) => {
    runs += 1;
    commitElsewhere();
    await snapshot.versions(1);
    caller.abort(new Error('gone'));
  };
  await assert.rejects(readConsistently(catalogue, await catalogue.snapshot(), work, caller.signal), /^Error: gone$/);
  assert.equal(runs, 1);
});

test('a reader of an older state leaves the cached outlines of the newest', async (t) => {
  const { directory, catalogue } = openWorld(t);
  await using writer = openCatalogueWriter({ directory });
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
