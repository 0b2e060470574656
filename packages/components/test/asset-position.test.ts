import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Catalogue } from '../src/catalogue/catalogue.ts';
import './support/client-from-source.ts';

const { positionOf } = await import('../src/viewer/asset-position.ts');

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
  assert.equal(await large.find(10_000, 0), undefined);
  assert.equal(large.asked.length, 10);
  const small = openNumbers(1500, 1000);
  assert.equal(await small.find(1500, 0), undefined);
  assert.equal(small.asked.length, 2);
  const empty = openNumbers(0, 1000);
  assert.equal(await empty.find(1, 0), undefined);
  assert.equal(empty.asked.length, 0);
});
