import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedBriefly } from '../../src/app/metrics-text.ts';

test('a result is read again only when it has expired or had failed, and concurrent callers share it', async () => {
  let time = 0;
  let reads = 0;
  const read = async () => {
    reads += 1;
    if (reads === 1) throw new Error('not now');
    return reads;
  };
  const ask = cachedBriefly(read, 1000, () => time);
  const failed = await Promise.allSettled([ask(), ask()]);
  assert.ok(failed.every(({ status }) => status === 'rejected'));
  assert.deepEqual(await Promise.all([ask(), ask()]), [2, 2]);
  time = 999;
  assert.equal(await ask(), 2);
  time = 1000;
  assert.equal(await ask(), 3);
});

test('without a time to live, only concurrent callers share a result', async () => {
  let reads = 0;
  const read = async () => ++reads;
  const ask = cachedBriefly(read, 0, () => 0);
  assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1]);
  assert.equal(await ask(), 2);
});
