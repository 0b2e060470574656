import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { openExactRateLimiter } from '../../src/coordination/exact-rate-limiter.ts';
import { newRateCounts, openMemoryRateLimiter } from '../../src/coordination/memory-rate-limiter.ts';
import { actionLimiterContract, rateLimiterContract } from './rate-limiter.contract.ts';

rateLimiterContract('the rate limiter in shared memory', (handles, now) => {
  const counts = newRateCounts();
  return Array.from({ length: handles }, () => openMemoryRateLimiter(counts, now));
});

test('threads that take at the same time get no more than the rate allows', async () => {
  const module = new URL('../../src/coordination/memory-rate-limiter.ts', import.meta.url).href;
  const program = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { openMemoryRateLimiter } from '${module}';
    const limiter = openMemoryRateLimiter(workerData, () => 1n);
    let taken = 0;
    for (let n = 0; n < 5000; n++) taken += limiter.take('key', { count: 6000, seconds: 60 }) === 0 ? 1 : 0;
    parentPort.postMessage(taken);
  `;
  const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  const workerData = newRateCounts();
  const threads = [new Worker(url, { workerData }), new Worker(url, { workerData })];
  const taken = await Promise.all(threads.map(async (thread) => Number((await once(thread, 'message'))[0])));
  const sum = taken.reduce((a, b) => a + b, 0);
  // Near the limit, a thread may be refused because of a unit that the other one takes and frees at the same moment.
  assert.ok(sum <= 6000 && sum >= 5000, `${sum}`);
});

rateLimiterContract('the exact rate limiter', (handles, now) => {
  const limiter = openExactRateLimiter(now);
  return Array.from({ length: handles }, () => limiter);
});

actionLimiterContract('the exact rate limiter, for actions', openExactRateLimiter);

test('many keys of a slow rate delay no other key', async () => {
  const limiter = openExactRateLimiter(() => 1n);
  for (let n = 0; n < 65_536; n += 1) await limiter.take(`guess ${n}`, { count: 60, seconds: 3600 });
  for (let n = 0; n < 1000; n += 1) assert.equal(await limiter.take(`sign-in ${n}`, { count: 3, seconds: 60 }), 0);
});
