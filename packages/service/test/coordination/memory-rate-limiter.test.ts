import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { newRateCounts, openMemoryRateLimiter } from '../../src/coordination/memory-rate-limiter.ts';
import { rateLimiterContract } from './rate-limiter.contract.ts';

rateLimiterContract('the rate limiter in shared memory', (handles, now) => {
  const counts = newRateCounts();
  return Array.from({ length: handles }, () => openMemoryRateLimiter(counts, now));
});

/** Runs a module's text in two threads, which share `barrier`, and returns what they post. */
async function inTwoThreads(text: string): Promise<readonly (readonly number[])[]> {
  const workerData = { counts: newRateCounts(), barrier: new SharedArrayBuffer(4) };
  const module = new URL('../../src/coordination/memory-rate-limiter.ts', import.meta.url).href;
  const program = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { openMemoryRateLimiter } from '${module}';
    const limiter = openMemoryRateLimiter(workerData.counts, () => 1n);
    const arrived = new Int32Array(workerData.barrier);
    /**
     * Returns when both threads have arrived \`round\` times, as close together as possible: a thread that is early spins.
     * It sleeps if the other one takes so long that it may need this core.
     */
    function meet(round) {
      Atomics.add(arrived, 0, 1);
      Atomics.notify(arrived, 0);
      for (let spins = 0; Atomics.load(arrived, 0) < 2 * round; spins += 1) {
        if (spins > 100_000) Atomics.wait(arrived, 0, 2 * round - 1);
      }
    }
    ${text}
  `;
  const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  return await Promise.all(
    [1, 2].map(async () => {
      const worker = new Worker(url, { workerData });
      return await new Promise<readonly number[]>((resolve, reject) =>
        worker.once('message', resolve).once('error', reject),
      );
    }),
  );
}

test('threads that take at the same time get no more than the rate allows', async () => {
  const taken = await inTwoThreads(`
    meet(1);
    let taken = 0;
    for (let n = 0; n < 5000; n++) taken += limiter.take('key', { count: 6000, seconds: 60 }) === 0 ? 1 : 0;
    parentPort.postMessage([taken]);
  `);
  const sum = taken.flat().reduce((a, b) => a + b, 0);
  // Near the limit, a thread may be refused because of a unit that another one takes and frees at the same moment.
  assert.ok(sum <= 6000 && sum >= 5990, `${sum}`);
});

test('of two threads that take the last unit at the same time, at most one gets it', async () => {
  const [one = [], other = []] = await inTwoThreads(`
    const waits = [];
    for (let round = 1; round <= 200; round++) {
      meet(round);
      waits.push(limiter.take('key ' + round, { count: 1, seconds: 60 }));
    }
    parentPort.postMessage(waits);
  `);
  const both = one.filter((wait, round) => wait === 0 && other[round] === 0);
  assert.equal(both.length, 0);
});
