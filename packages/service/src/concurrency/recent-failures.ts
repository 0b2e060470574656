import { openRecentlyUsed } from './recently-used.ts';

/** Most keys remembered; the oldest go first. */
const CAPACITY = 10_000;

/** Keys that failed not long ago, so that the same work isn't tried again on every request. */
export interface RecentFailures {
  /** `from` is the smallest size that fails; 0, the default: all sizes. */
  note(key: string, reason: string, from?: number): void;
  /** Why it failed, at that size or a smaller one; undefined when it has not, or not lately. */
  reason(key: string, size?: number): string | undefined;
}

interface Failure {
  readonly reason: string;
  readonly from: number;
  readonly until: number;
}

/** `now` is in milliseconds and never goes back. */
export function rememberFailures({ seconds, now }: { seconds: number; now: () => number }): RecentFailures {
  const failures = openRecentlyUsed<string, Failure>({ most: CAPACITY });

  function find(key: string) {
    const failure = failures.peek(key);
    if (failure === undefined || failure.until > now()) return failure;
    failures.delete(key);
    return undefined;
  }

  return {
    note(key, reason, from = 0) {
      const known = find(key);
      if (known && known.from < from) return;
      failures.set(key, { reason, from, until: now() + seconds * 1000 });
    },
    reason(key, size = 0) {
      const failure = find(key);
      return failure && failure.from <= size ? failure.reason : undefined;
    },
  };
}
