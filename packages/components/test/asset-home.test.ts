/** Where an asset lives, over a client that knows some nodes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../core/test/support/until.ts';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import type { AssetHome } from '../src/page/asset-home.ts';
import './support/client-from-source.ts';

const { AssetHomes } = await import('../src/page/asset-home.ts');
const { positionOf } = await import('../src/viewer/asset-position.ts');

/** Keywords have the lowest IDs. */
const NODES = [
  { id: 1, type: 103, name: 'Keyword', children: [] },
  { id: 2, type: 101, name: 'Folder', children: [] },
  { id: 3, type: 101, name: 'Other folder', children: [] },
  { id: 4, type: 102, name: 'Collection', children: [] },
];

/** Looks up the home of an asset in these nodes. `failure` is that of the request for nodes. */
async function homeIn(parents: readonly number[], { hasList = false, failure = undefined as unknown } = {}) {
  const homes: AssetHome[] = [];
  let asked = 0;
  const tree = async ({ tree: ids }: { tree: readonly number[] }) => {
    asked += 1;
    if (failure !== undefined) throw failure;
    return ids.map((id) => NODES.find((node) => node.id === id));
  };
  const search = async () => ({ items: [{ id: 7, type: 1, name: 'asset.jpg', version: 1, parents }], total: 1 });
  const about = { nodeTypes: ['101', '102', '103'].map((id) => ({ id })) };
  const lookups = new AssetHomes(
    (home) => homes.push(home),
    () => {},
  );
  lookups.find({ client: { node: { search, tree } }, about } as unknown as Catalogue, 7, hasList);
  await until(() => homes.length > 0);
  return { node: homes[0]?.node, asked };
}

test('an asset lives in its first node of the first type, whatever the IDs are', async () => {
  assert.deepEqual(await homeIn([1, 2, 3]), { node: 2, asked: 1 });
  assert.deepEqual(await homeIn([1, 4]), { node: 4, asked: 1 });
});

test('types are asked for only where they decide', async () => {
  assert.deepEqual(await homeIn([]), { node: undefined, asked: 0 });
  assert.deepEqual(await homeIn([1]), { node: 1, asked: 0 });
  assert.deepEqual(await homeIn([1, 2], { hasList: true }), { node: undefined, asked: 0 });
});

test('without its types, the first node is the home', async () =>
  assert.deepEqual(await homeIn([1, 2], { failure: new Error('gone') }), { node: 1, asked: 1 }));

const { signal } = new AbortController();

/** A catalogue whose list is the numbers from 0, and the pages that it was asked for. */
function openNumbers(total: number, maxPageSize: number) {
  const asked: number[] = [];
  const search = async ({ paginate, page }: { paginate: number; page: number }) => {
    asked.push(page - 1);
    const first = (page - 1) * paginate;
    const items = Array.from({ length: Math.min(paginate, total - first) }, (_, index) => ({ id: first + index }));
    return { items, total };
  };
  const catalogue = { client: { node: { search } }, about: { maxPageSize } } as unknown as Catalogue;
  const find = (id: number, hint: number) => positionOf(catalogue, { query: {}, total, hint }, id, signal);
  return { asked, find };
}

test('an asset is found in pages of 1,000, the nearest to the hint first', async () => {
  const { asked, find } = openNumbers(5000, 5000);
  assert.equal(await find(3000, 0), 3000);
  assert.deepEqual(asked.splice(0), [0, 1, 2, 3]);
  assert.equal(await find(4999, 2500), 4999);
  assert.deepEqual(asked.splice(0), [2, 1, 3, 0, 4]);
  assert.equal(await find(3999, 1_000_000), 3999);
  assert.deepEqual(asked, [4, 3]);
});

test('pages are as small as the service wants them', async () => {
  const { asked, find } = openNumbers(25, 10);
  assert.equal(await find(21, 0), 21);
  assert.deepEqual(asked, [0, 1, 2]);
});

test('after ten requests, or at the end of the list, the position is unknown', async () => {
  const large = openNumbers(1_000_000, 1000);
  assert.deepEqual([await large.find(10_000, 0), large.asked.length], [undefined, 10]);
  const small = openNumbers(1500, 1000);
  assert.deepEqual([await small.find(1500, 0), small.asked.length], [undefined, 2]);
  const empty = openNumbers(0, 1000);
  assert.deepEqual([await empty.find(1, 0), empty.asked.length], [undefined, 0]);
});
