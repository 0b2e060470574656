import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whileRunning } from '../../src/app/metrics-text.ts';

test('only concurrent callers share a result, and none keeps a failure', async () => {
  let reads = 0;
  const ask = whileRunning(async () => {
    reads += 1;
    if (reads === 1) throw new Error('not now');
    return reads;
  });
  const failed = await Promise.allSettled([ask(), ask()]);
  assert.ok(failed.every(({ status }) => status === 'rejected'));
  assert.deepEqual(await Promise.all([ask(), ask()]), [2, 2]);
  assert.equal(await ask(), 3);
});
