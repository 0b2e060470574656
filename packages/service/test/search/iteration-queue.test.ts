import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { test } from 'node:test';
import { openIterationQueue } from '../../src/search/columnar/views.ts';

test('waiters continue one per iteration of the event loop, in order', async () => {
  const next = openIterationQueue();
  const iterations: number[] = [];
  const order: number[] = [];
  await Promise.all(
    [0, 1, 2, 3, 4].map(async (number) => {
      await next();
      order.push(number);
      iterations.push(performance.nodeTiming.uvMetricsInfo.loopCount);
    }),
  );
  assert.deepEqual(order, [0, 1, 2, 3, 4]);
  assert.equal(new Set(iterations).size, iterations.length);
});
