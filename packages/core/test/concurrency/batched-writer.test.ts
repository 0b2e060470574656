import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBatchedWriter } from '../../src/concurrency/batched-writer.ts';

/** Writes numbers, whose results are their doubles; negative ones can't be written. */
function openNumbers() {
  const batches: (readonly number[])[] = [];
  const write = async (items: readonly number[]) => {
    batches.push(items);
    if (items.some((item) => item < 0)) throw new Error('negative');
    return items.map((item) => 2 * item);
  };
  return { write, batches };
}

test('items that arrive during a write share the next one, of at most 500, and each gets its own result', async () => {
  const { write, batches } = openNumbers();
  const add = openBatchedWriter(write);
  const items = Array.from({ length: 1202 }, (_, place) => place);
  const doubled = await Promise.all(items.map(add));
  const expected = items.map((item) => 2 * item);
  assert.deepEqual(doubled, expected);
  const sizes = batches.map(({ length }) => length);
  assert.deepEqual(sizes, [1, 500, 500, 201]);
});

test('a write that fails rejects the calls of its batch alone', async () => {
  const { write, batches } = openNumbers();
  const add = openBatchedWriter(write);
  const calls = [1, 2, -3, 4].map(add);
  const results = await Promise.allSettled(calls);
  const statuses = results.map(({ status }) => status);
  assert.deepEqual(statuses, ['fulfilled', 'rejected', 'rejected', 'rejected']);
  assert.equal(await add(5), 10);
  assert.deepEqual(batches, [[1], [2, -3, 4], [5]]);
});

test('an item that cannot be written fails alone where the failure may be its own', async () => {
  const { write, batches } = openNumbers();
  const add = openBatchedWriter(write, {
    mayBeOfItem: (error) => error instanceof Error && error.message === 'negative',
  });
  const results = await Promise.allSettled([1, 2, -3, 4].map(add));
  const outcomes = results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)));
  assert.deepEqual(outcomes, [2, 4, 'Error: negative', 8]);
  assert.deepEqual(batches, [[1], [2, -3, 4], [2], [-3], [4]]);
});
