import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { openIterationQueue } from '../../src/concurrency/iteration-queue.ts';

test('each goes on in a turn of its own, in the order in which they came', async () => {
  const next = openIterationQueue();
  const turns: number[] = [];
  const order: number[] = [];
  await Promise.all(
    [0, 1, 2, 3, 4].map(async (number) => {
      await next();
      order.push(number);
      turns.push(performance.nodeTiming.uvMetricsInfo.loopCount);
    }),
  );
  assert.deepEqual(order, [0, 1, 2, 3, 4]);
  assert.equal(new Set(turns).size, turns.length);
});
