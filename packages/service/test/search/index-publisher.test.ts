import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Base, buildBase } from '../../../columnar/src/build-base.ts';
import { attach } from '../../../columnar/src/columns.ts';
import { IndexPublisher } from '../../../columnar/src/index-publisher.ts';
import { segmentOf } from '../../../columnar/src/segment.ts';
import type { ViewData } from '../../../columnar/src/view.ts';
import { seeded } from '../../../columnar/test/random.ts';
import { addAssets, addField } from '../app/catalogue-changes.ts';
import { openSqlite } from '../catalogue/open-sqlite.ts';
import { fill } from './random-catalogue.ts';

/** A publisher over a real catalogue, with a clock that the test sets, that counts builds and pauses. */
async function openWorld(fetchNewer?: (revision: number) => Promise<Base | undefined>) {
  await using stack = new AsyncDisposableStack();
  const opened = stack.use(await openSqlite());
  const { writer, source, run } = opened;
  await fill(writer, seeded(3), 60);
  const world = { now: 0, builds: 0, pauses: [] as number[] };
  const publisher = new IndexPublisher({
    source,
    ...(fetchNewer && { fetchNewer }),
    build: async () => {
      world.builds += 1;
      return await buildBase(source);
    },
    report: (trouble, pauseSeconds) => {
      assert.ok(trouble instanceof SyntaxError);
      world.pauses.push(pauseSeconds);
    },
    now: () => world.now,
  });
  /** Corrupts one row, as a bad disk does, or repairs it. Reading all assets fails on it. */
  const setRow = (text: string) => run(`UPDATE assets SET fields = '${text}' WHERE id = 4`);
  const owned = stack.move();
  return {
    ...opened,
    world,
    publisher,
    corrupt: () => setRow('{'),
    mend: () => setRow('{}'),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

test('after a restore the index is built again, however many commits followed, even as many as were lost', async () => {
  for (const commits of [0, 1, 2, 3]) {
    await using opened = await openWorld();
    const { world, writer, publisher, source } = opened;
    const { revision } = await publisher.reach();
    const put = (id: number) => writer.change((changes) => changes.put('group', { id, name: `group ${id}` }));
    for (const id of [1001, 1002]) await put(id);
    assert.equal((await publisher.reach()).revision, revision + 2);
    assert.equal(world.builds, 1);
    await opened.goBack(revision);
    for (let id = 1; id <= commits; id++) await put(2000 + id);
    const { mark } = await source.lastCommit();
    assert.equal((await publisher.reach()).revision, revision + commits);
    assert.equal(world.builds, 2);
    assert.equal((await buildBase(source)).mark, mark);
    // The new base is followed.
    await put(3000);
    await publisher.reach();
    assert.equal(world.builds, 2);
  }
});

test('while builds fail, queries reject with the cause and do not start further builds', async () => {
  await using opened = await openWorld();
  const { world, writer, publisher } = opened;
  const { revision } = await publisher.reach();
  opened.corrupt();
  await addField(writer, 90);
  for (let i = 0; i < 5; i++) await assert.rejects(publisher.reach(), SyntaxError);
  assert.deepEqual([world.builds, world.pauses], [2, [1]]);

  opened.mend();
  await assert.rejects(publisher.reach(), SyntaxError, 'before the pause is over');
  world.now += 1000;
  assert.equal((await publisher.reach()).revision, revision + 1);
  assert.deepEqual([world.builds, world.pauses], [3, [1]]);
});

test('pauses between failing builds double up to five minutes, and restart after a successful one', async () => {
  await using opened = await openWorld();
  const { world, writer, publisher } = opened;
  await publisher.reach();
  opened.corrupt();
  await addField(writer, 90);
  for (let i = 0; i < 11; i++) {
    await assert.rejects(publisher.reach(), SyntaxError);
    world.now += (world.pauses.at(-1) ?? 0) * 1000 - 1;
    await assert.rejects(publisher.reach(), SyntaxError);
    world.now += 1;
  }
  assert.deepEqual(world.pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  opened.mend();
  await publisher.reach();
  opened.corrupt();
  await addField(writer, 91);
  await assert.rejects(publisher.reach(), SyntaxError);
  assert.equal(world.pauses.at(-1), 1);
});

test('an index older than the recorded changes is rebuilt', async () => {
  await using opened = await openWorld();
  const { world, writer, publisher } = opened;
  const before = await publisher.reach();
  await addAssets(writer, 500, 2);
  await addAssets(writer, 600, 1);
  await opened.forget();
  const after = await publisher.reach();
  assert.deepEqual([world.builds, after.base - before.base], [2, 1]);
  assert.equal(liveDocsIn(after), liveDocsIn(before) + 3);
});

test('a base for another time zone is rebuilt, though the catalogue is the same', async () => {
  await using opened = await openWorld();
  const initial = await buildBase(opened.source, 'Europe/Berlin');
  const build = async () => {
    opened.world.builds += 1;
    return await buildBase(opened.source);
  };
  await new IndexPublisher({ source: opened.source, initial, timeZone: 'Europe/Berlin', build }).reach();
  assert.equal(opened.world.builds, 0);
  await new IndexPublisher({ source: opened.source, initial, build }).reach();
  assert.equal(opened.world.builds, 1);
});

test('a base of another node is taken over instead of a build, and brought up to date', async () => {
  let shared: Base | undefined;
  await using opened = await openWorld(async (revision) => (shared && shared.revision > revision ? shared : undefined));
  const { world, writer, publisher } = opened;
  shared = await buildBase(opened.source);
  await addAssets(writer, 500, 3);
  const view = await publisher.reach();
  assert.deepEqual([world.builds, view.revision, liveDocsIn(view)], [0, shared.revision + 1, shared.docs + 3]);
});

test('a base of another node that cannot be brought up to date is asked for once, and then one is built', async () => {
  const asked: number[] = [];
  let shared: Base | undefined;
  await using opened = await openWorld(async (revision) => {
    asked.push(revision);
    return shared && shared.revision > revision ? shared : undefined;
  });
  const { world, writer, publisher } = opened;
  shared = await buildBase(opened.source);
  await addField(writer, 90);
  assert.equal((await publisher.reach()).revision, shared.revision + 1);
  assert.deepEqual([world.builds, asked], [1, [0, shared.revision]]);
});

/** The number of assets in a view. */
function liveDocsIn({ segments }: ViewData): number {
  return segments.reduce((sum, { packed, deletedCount }) => {
    const { ids } = segmentOf(attach(packed));
    return sum + ids.length - deletedCount;
  }, 0);
}

test('a failed build is reported once, and the index still follows the catalogue', async () => {
  await using opened = await openWorld();
  const { world, writer, publisher } = opened;
  const before = liveDocsIn(await publisher.reach());
  opened.corrupt();
  for (let i = 0; i < 6; i++) {
    await addAssets(writer, 1000 + i * 1500, 1500);
    await publisher.reach();
  }
  for (let i = 0; i < 5; i++) await publisher.reach();
  assert.deepEqual([world.builds, world.pauses], [2, [1]]);
  await addAssets(writer, 20_000, 1);
  assert.equal(liveDocsIn(await publisher.reach()), before + 6 * 1500 + 1);
});
