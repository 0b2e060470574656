import type { TermCacheLimits } from '../src/term-cache.ts';

/** Caches most terms, each with too few best docs for most pages. */
export const CACHE_EVERY_TERM: TermCacheLimits = {
  minDocs: 1,
  minShare: 0,
  minTimes: 1,
  best: 4,
  changing: 3,
  bytes: 1e6,
};
