import { openExactRateLimiter } from '../../src/coordination/exact-rate-limiter.ts';
import { actionLimiterContract, rateLimiterContract } from './rate-limiter.contract.ts';

rateLimiterContract('the exact rate limiter', (handles, now) => {
  const limiter = openExactRateLimiter(now);
  return Array.from({ length: handles }, () => limiter);
});

actionLimiterContract('the exact rate limiter, for actions', openExactRateLimiter);
