import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { newRateCounts, openMemoryRateLimiter } from '../../src/coordination/memory-rate-limiter.ts';
import { rateLimiterContract } from './rate-limiter.contract.ts';

rateLimiterContract('the rate limiter in shared memory', (handles, now) => {
  const counts = newRateCounts();
  return Array.from({ length: handles }, () => openMemoryRateLimiter(counts, now));
});

test('threads that take at the same time get no more than the rate allows', async () => {
  const workerData = { counts: newRateCounts(), barrier: new SharedArrayBuffer(4) };
  const module = new URL('../../src/coordination/memory-rate-limiter.ts', import.meta.url).href;
  const program = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { openMemoryRateLimiter } from '${module}';
    const limiter = openMemoryRateLimiter(workerData.counts, () => 1n);
    // Both threads begin only when both run.
    const started = new Int32Array(workerData.barrier);
    Atomics.add(started, 0, 1);
    Atomics.notify(started, 0);
    if (Atomics.load(started, 0) < 2) Atomics.wait(started, 0, 1);
    let taken = 0;
    for (let n = 0; n < 5000; n++) taken += limiter.take('key', { count: 6000, seconds: 60 }) === 0 ? 1 : 0;
    parentPort.postMessage(taken);
  `;
  const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  const taken = await Promise.all(
    [1, 2].map(async () => {
      const worker = new Worker(url, { workerData });
      return await new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject));
    }),
  );
  const sum = taken.reduce((a, b) => a + b, 0);
  // Near the limit, a thread may be refused because of a unit that another one takes and frees at the same moment.
  assert.ok(sum <= 6000 && sum >= 5990, `${sum}`);
});
