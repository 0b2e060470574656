import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedBriefly } from '../../src/app/metrics-text.ts';

test('a result is read again only when it has expired', async () => {
  let time = 0;
  let reads = 0;
  const ask = cachedBriefly(
    async () => ++reads,
    1000,
    () => time,
  );
  assert.equal(await ask(), 1);
  time = 999;
  assert.equal(await ask(), 1);
  time = 1000;
  assert.equal(await ask(), 2);
});

test('without a time to live, only concurrent callers share a result', async () => {
  let reads = 0;
  const ask = cachedBriefly(
    async () => ++reads,
    0,
    () => 0,
  );
  assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1]);
  assert.equal(await ask(), 2);
});

test('a failure is not cached', async () => {
  let reads = 0;
  const ask = cachedBriefly(
    async () => {
      reads += 1;
      if (reads === 1) throw new Error('not now');
      return reads;
    },
    1000,
    () => 0,
  );
  const both = await Promise.allSettled([ask(), ask()]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.equal(await ask(), 2);
});
