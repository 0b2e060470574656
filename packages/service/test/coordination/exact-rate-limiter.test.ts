import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openExactRateLimiter } from '../../src/coordination/exact-rate-limiter.ts';
import { actionLimiterContract, rateLimiterContract } from './rate-limiter.contract.ts';

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
