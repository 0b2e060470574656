import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Changes } from '../../src/catalogue/catalogue.ts';
import { assetOf } from './contract-samples.ts';
import { openSearch } from './open-search.ts';

const FOLDER = 101;
const { signal } = new AbortController();

/** Folders without access rules, visible to everyone, and the distinct counts below each of them. */
async function openWorld(fill: (changes: Changes) => Promise<void>) {
  const opened = await openSearch();
  const { writer, index } = opened;
  await writer.change(async (changes) => {
    await changes.put('node_type', { id: FOLDER, key: 'folder', name: 'Folder', isPermissionDefining: false });
    await fill(changes);
  });
  return {
    change: (work: (changes: Changes) => Promise<void>) => writer.change(work),
    counts: async () => {
      const viewer = await opened.viewerOf();
      const query = { type: FOLDER, recursive: true, references: false, viewer };
      const counts = Object.fromEntries(await index.countByNode(query, { signal }));
      const field = { by: 'node_type', type: FOLDER } as const;
      const everything = { all: [], sort: [], locale: 'en', offset: 0, count: 0, viewer };
      const { facets } = await index.find({ ...everything, facets: { fields: [field], limit: 100 } }, { signal });
      const facet = Object.fromEntries(facets?.[0]?.map(({ value, count }) => [value, count]) ?? []);
      assert.deepEqual(facet, counts);
      return counts;
    },
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  };
}

async function put(changes: Changes, id: number, parent?: number): Promise<void> {
  const at = parent === undefined ? {} : { parent };
  await changes.put('node', { id, type: FOLDER, ...at, name: `folder ${id}`, position: 0, fields: new Map() });
}

async function putAsset(changes: Changes, id: number, nodes: readonly number[]): Promise<void> {
  await changes.put('asset', assetOf(id, { nodes }));
}

for (const [few, narrowest] of [
  [200, 256],
  [65_500, 65_536],
] as const) {
  test(`counts below folders stay right when there are more than ${narrowest}`, async () => {
    await using world = await openWorld(async (changes) => {
      await put(changes, 1);
      await put(changes, 2);
      for (let id = 3; id <= few; id++) await put(changes, id, 1);
      for (let id = 1; id <= 5; id++) await putAsset(changes, id, [2, 3]);
    });
    assert.deepEqual(await world.counts(), { 1: 5, 2: 5, 3: 5 });
    await world.change(async (changes) => {
      for (let id = few + 1; id <= narrowest + 10; id++) await put(changes, id, 1);
      // In a smaller tree this number stands for none.
      await putAsset(changes, 6, [narrowest]);
    });
    assert.deepEqual(await world.counts(), { 1: 6, 2: 5, 3: 5, [narrowest]: 1 });
  });
}

test('counts are right where a folder newer than the base is moved to', async () => {
  await using world = await openWorld(async (changes) => {
    for (const id of [1, 2]) await put(changes, id);
    await put(changes, 3, 1);
    await putAsset(changes, 1, [3]);
  });
  await world.counts();
  await world.change(async (changes) => {
    await put(changes, 4, 1);
    await putAsset(changes, 2, [3, 4]);
  });
  assert.deepEqual(await world.counts(), { 1: 2, 3: 2, 4: 1 });
  await world.change((changes) => put(changes, 4, 2));
  assert.deepEqual(await world.counts(), { 1: 2, 2: 1, 3: 2, 4: 1 });
});

test('counts are right after a folder is moved there and back, with assets added in between', async () => {
  await using world = await openWorld(async (changes) => {
    for (const id of [1, 2]) await put(changes, id);
    await put(changes, 3, 1);
    await put(changes, 4, 1);
    await putAsset(changes, 1, [3, 4]);
  });
  await world.counts();
  await world.change((changes) => put(changes, 4, 2));
  await world.counts();
  await world.change((changes) => putAsset(changes, 2, [3, 4]));
  assert.deepEqual(await world.counts(), { 1: 2, 2: 2, 3: 2, 4: 2 });
  await world.change((changes) => put(changes, 4, 1));
  assert.deepEqual(await world.counts(), { 1: 2, 3: 2, 4: 2 });
  await world.change((changes) => changes.remove('asset', 1));
  assert.deepEqual(await world.counts(), { 1: 1, 3: 1, 4: 1 });
});
