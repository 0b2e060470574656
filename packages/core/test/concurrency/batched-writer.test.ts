import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBatchedWriter } from '../../src/concurrency/batched-writer.ts';
import { QueueFull } from '../../src/concurrency/failures.ts';

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

test('items beyond the limit are refused until others are written, and the refusal says what they are', async () => {
  const writes: (() => void)[] = [];
  const write = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve) => writes.push(() => resolve(items)));
  const add = openBatchedWriter(write, { maxWaiting: 2, what: 'PINs' });
  const waiting = [add(1), add(2)];
  await assert.rejects(add(3), new QueueFull('too many PINs wait to be written'));
  const writeAll = async () => {
    for (let next = writes.shift(); next; next = writes.shift()) {
      next();
      await new Promise(setImmediate);
    }
  };
  await writeAll();
  assert.deepEqual(await Promise.all(waiting), [1, 2]);
  const later = add(4);
  await writeAll();
  assert.equal(await later, 4);
});
