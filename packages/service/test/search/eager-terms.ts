import type { TermLimits } from '../../src/search/columnar/known-terms.ts';

/** So that most terms are known, and of each too few of its best docs for most pages. */
export const EAGER_TERMS: TermLimits = { leastDocs: 1, leastShare: 0, leastTimes: 1, best: 4, bytes: 1e6 };
