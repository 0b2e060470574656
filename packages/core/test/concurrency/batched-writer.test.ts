import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBatchedWriter } from '../../src/concurrency/batched-writer.ts';

test('an item that cannot be written fails alone where the failure may be its own', async () => {
  const batches: (readonly number[])[] = [];
  const write = async (items: readonly number[]) => {
    batches.push(items);
    if (items.some((item) => item < 0)) throw new Error('negative');
    return items.map((item) => 2 * item);
  };
  const mayBeOfItem = (error: unknown) => error instanceof Error && error.message === 'negative';
  const results = await Promise.allSettled([1, 2, -3, 4].map(openBatchedWriter(write, { mayBeOfItem })));
  const outcomes = results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)));
  assert.deepEqual(outcomes, [2, 4, 'Error: negative', 8]);
  assert.deepEqual(batches, [[1], [2, -3, 4], [2], [-3], [4]]);
});
